package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;

/** Parses texts of TCX and GPX; unreadable values are null. */
final class XmlValues {
  private static final int MAX_LENGTH = 40;

  /** Sport names of exporters that differ from ours. */
  private static final Map<String, String> SPORTS =
      Map.ofEntries(
          Map.entry("biking", "cycling"),
          Map.entry("bike", "cycling"),
          Map.entry("ride", "cycling"),
          Map.entry("1", "cycling"),
          Map.entry("road_cycling", "road_biking"),
          Map.entry("mtb", "mountain_biking"),
          Map.entry("run", "running"),
          Map.entry("9", "running"),
          Map.entry("jogging", "running"),
          Map.entry("trail_run", "trail_running"),
          Map.entry("street_running", "running"),
          Map.entry("walk", "walking"),
          Map.entry("hike", "hiking"),
          Map.entry("swim", "swimming"),
          Map.entry("lap_swimming", "pool_swimming"),
          Map.entry("row", "rowing"),
          Map.entry("kayak", "kayaking"),
          Map.entry("workout", "other"));

  private XmlValues() {}

  /** Parses decimal notation only; NaN and infinity are rejected. */
  static Double number(String text) {
    if (text == null || text.isEmpty() || text.length() > MAX_LENGTH) {
      return null;
    }
    // Java also accepts hexadecimal numbers and type suffixes, which neither format has.
    if (!text.chars().allMatch(c -> Character.isDigit(c) || ".+-eE".indexOf(c) >= 0)) {
      return null;
    }
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? Double.valueOf(value) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Parses an ISO 8601 time; without an offset it is UTC, as both formats specify. */
  static OffsetDateTime time(String text) {
    if (text == null || text.length() < 16 || text.length() > MAX_LENGTH) {
      return null;
    }
    OffsetDateTime time;
    try {
      time = OffsetDateTime.parse(text);
    } catch (DateTimeException e) {
      try {
        time = LocalDateTime.parse(text).atOffset(ZoneOffset.UTC);
      } catch (DateTimeException e2) {
        return null;
      }
    }
    return time.getYear() >= 1970 && time.getYear() <= 9998 ? time : null;
  }

  static Instant instant(String text) {
    OffsetDateTime time = time(text);
    return time == null ? null : time.toInstant();
  }

  static Sport sport(String word) {
    if (word == null) {
      return Sports.OTHER;
    }
    String slug = word.strip().toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
    return Sports.of(SPORTS.getOrDefault(slug, slug));
  }
}
