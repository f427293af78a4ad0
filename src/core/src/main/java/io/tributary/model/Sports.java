package io.tributary.model;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** List of sports, read once from {@code model/sports.json}. */
public final class Sports {
  private static final Map<String, Sport> BY_SLUG =
      load().stream().collect(Collectors.toUnmodifiableMap(Sport::slug, s -> s));

  /** Sport for activities without a counterpart in the list. */
  public static final Sport OTHER = BY_SLUG.get("other");

  private Sports() {}

  /** Returns the sport with this slug, otherwise {@link #OTHER}. */
  public static Sport of(String slug) {
    return slug == null ? OTHER : BY_SLUG.getOrDefault(slug, OTHER);
  }

  /** Returns whether the list contains this slug. */
  public static boolean contains(String slug) {
    return BY_SLUG.containsKey(slug);
  }

  private static List<Sport> load() {
    try (InputStream in = Sports.class.getResourceAsStream("/model/sports.json")) {
      return ModelJson.MAPPER.readValue(in, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("sports.json is not readable", e);
    }
  }
}
