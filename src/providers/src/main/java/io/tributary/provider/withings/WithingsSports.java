package io.tributary.provider.withings;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Map;

/** Maps Withings categories with a certain meaning to sports; all others are other. */
final class WithingsSports {
  private static final Map<Long, String> CATEGORIES =
      Map.ofEntries(
          Map.entry(1L, "walking"),
          Map.entry(2L, "running"),
          Map.entry(3L, "hiking"),
          Map.entry(6L, "cycling"),
          Map.entry(7L, "swimming"),
          Map.entry(8L, "surfing"),
          Map.entry(12L, "tennis"),
          Map.entry(13L, "table_tennis"),
          Map.entry(14L, "squash"),
          Map.entry(15L, "badminton"),
          Map.entry(16L, "weightlifting"),
          Map.entry(18L, "elliptical"),
          Map.entry(19L, "pilates"),
          Map.entry(20L, "basketball"),
          Map.entry(21L, "soccer"),
          Map.entry(23L, "rugby"),
          Map.entry(24L, "volleyball"),
          Map.entry(27L, "golf"),
          Map.entry(28L, "yoga"),
          Map.entry(30L, "boxing"),
          Map.entry(35L, "snowboarding"),
          Map.entry(187L, "rowing"));

  private WithingsSports() {}

  /** Returns {@link Sports#OTHER} for null and unknown categories. */
  static Sport of(Long category) {
    String slug = category == null ? null : CATEGORIES.get(category);
    return slug == null ? Sports.OTHER : Sports.of(slug);
  }
}
