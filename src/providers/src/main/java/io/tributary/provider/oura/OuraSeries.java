package io.tributary.provider.oura;

import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.SampledSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;

/** Evenly spaced series in a sleep document: {@code {interval, items, timestamp}}. */
final class OuraSeries {
  private OuraSeries() {}

  /**
   * Emits every reading above zero; null items are gaps, and zero is not a possible reading.
   *
   * @throws IllegalArgumentException if there are items but no valid start or interval
   */
  static void read(
      LenientJson night, String field, Optional<ZoneId> zone, ObjDoubleConsumer<Instant> reading) {
    LenientJson series = night.child(field);
    if (series.node().path("items").isEmpty()) {
      return;
    }
    Instant begin = series.requiredStamp("timestamp", zone).at();
    Double interval = LenientJson.required("interval", series.number("interval", 0.001, 86_400));
    SampledSeries.regular(
        begin,
        Duration.ofMillis(Math.round(interval * 1000)),
        series.child("items"),
        (at, value) -> {
          if (value > 0) {
            reading.accept(at, value);
          }
        });
  }
}
