package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.SourceType;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Reads the readings of a day of the daily log. */
final class LibreDailyLog {
  private LibreDailyLog() {}

  /**
   * A reading.
   *
   * @param wall wall-clock time; null if unreadable
   * @param value value in an unspecified unit; null if absent
   */
  record Point(LocalDateTime wall, Double value, SourceType type) {}

  /**
   * Returns the readings in order of the log, which is chronological; a repeated hour appears
   * twice.
   */
  static List<Point> points(JsonNode log) {
    List<Point> out = new ArrayList<>();
    collect(log.path("Glucose"), SourceType.AUTOMATIC, out);
    collect(log.path("SensorScans"), SourceType.MANUAL_SCAN, out);
    return out;
  }

  /** Adds readings, which the log nests in arrays to any depth. */
  private static void collect(JsonNode node, SourceType type, List<Point> out) {
    if (node.isArray()) {
      node.forEach(n -> collect(n, type, out));
    } else if (node.isObject()) {
      // Some clients receive the values as strings.
      LenientJson point = LenientJson.withTextNumbers(node);
      Instant at = point.epoch("Timestamp", ChronoUnit.SECONDS);
      out.add(
          new Point(
              at == null ? null : LocalDateTime.ofInstant(at, ZoneOffset.UTC),
              point.number("Value", 0, Double.MAX_VALUE),
              type));
    }
  }
}
