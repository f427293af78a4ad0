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

/** The readings of a day of the daily log. */
final class LibreLog {
  private LibreLog() {}

  /**
   * A reading.
   *
   * @param wall what the clock on the wall showed; null when it cannot be read
   * @param value in a unit that is not told; null when there is none
   */
  record Point(LocalDateTime wall, Double value, SourceType type) {}

  /** In the order of the log, which is that of time: an hour that came twice is there twice. */
  static List<Point> points(JsonNode log) {
    List<Point> out = new ArrayList<>();
    add(log.path("Glucose"), SourceType.AUTOMATIC, out);
    add(log.path("SensorScans"), SourceType.MANUAL_SCAN, out);
    return out;
  }

  /** The log nests its readings in parts, as deep as it likes. */
  private static void add(JsonNode node, SourceType type, List<Point> out) {
    if (node.isArray()) {
      node.forEach(n -> add(n, type, out));
    } else if (node.isObject()) {
      // Some clients take the figures for texts.
      LenientJson point = LenientJson.loose(node);
      Instant at = point.epoch("Timestamp", ChronoUnit.SECONDS);
      out.add(
          new Point(
              at == null ? null : LocalDateTime.ofInstant(at, ZoneOffset.UTC),
              point.number("Value", 0, Double.MAX_VALUE),
              type));
    }
  }
}
