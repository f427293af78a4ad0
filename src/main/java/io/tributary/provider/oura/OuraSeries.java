package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;

/** An evenly spaced series inside a sleep document: {@code {interval, items, timestamp}}. */
final class OuraSeries {
  private OuraSeries() {}

  /**
   * Hands over every reading above zero; null items are gaps, and zero is no reading of a living
   * body.
   *
   * @throws IllegalArgumentException when there are items but no usable begin or spacing
   */
  static void read(
      OuraDoc night, String field, Optional<ZoneId> zone, ObjDoubleConsumer<Instant> reading) {
    OuraDoc series = night.child(field);
    JsonNode items = series.node().path("items");
    if (items.isEmpty()) {
      return;
    }
    Instant begin = series.requiredStamp("timestamp", zone).at();
    Double interval = series.number("interval", 0.001, 86_400);
    long millis = Math.round(OuraDoc.required("interval", interval) * 1000);
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      if (item.isNumber() && item.doubleValue() > 0 && Double.isFinite(item.doubleValue())) {
        reading.accept(begin.plusMillis(i * millis), item.doubleValue());
      }
    }
  }
}
