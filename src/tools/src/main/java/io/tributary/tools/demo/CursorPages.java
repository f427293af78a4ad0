package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Replies of which each names the next by its {@code next_cursor}. */
public final class CursorPages {
  private CursorPages() {}

  /**
   * All of them, each asked for when the one before has been looked at.
   *
   * @param path with a query, which has no cursor yet
   * @param get the body that a path is answered with
   */
  public static Iterable<JsonNode> of(String path, Function<String, JsonNode> get) {
    return () ->
        Stream.iterate(get.apply(path), Objects::nonNull, page -> after(page, path, get))
            .iterator();
  }

  /** Null behind the last. */
  private static JsonNode after(JsonNode page, String path, Function<String, JsonNode> get) {
    String cursor = page.path("next_cursor").asText(null);
    return cursor == null
        ? null
        : get.apply(path + "&next_cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
  }
}
