package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pages of a list of which each contains the {@code next_cursor} of the next. */
public final class CursorPages {
  private CursorPages() {}

  /**
   * Returns all pages; each is requested when the previous one has been processed.
   *
   * @param path path with a query, without a cursor
   * @param get returns the body of a path
   */
  public static Iterable<JsonNode> of(String path, Function<String, JsonNode> get) {
    return () ->
        Stream.iterate(get.apply(path), Objects::nonNull, page -> after(page, path, get))
            .iterator();
  }

  /** Returns null after the last page. */
  private static JsonNode after(JsonNode page, String path, Function<String, JsonNode> get) {
    String cursor = page.path("next_cursor").asText(null);
    return cursor == null
        ? null
        : get.apply(path + "&next_cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
  }
}
