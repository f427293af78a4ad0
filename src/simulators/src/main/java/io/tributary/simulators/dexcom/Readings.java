package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the sensor says, and what it was told by a drop of blood. */
final class Readings {
  /** The sensor reads no further; what lies beyond is called high and low. */
  private static final double HIGHEST = 400 / 18.018;

  private static final double LOWEST = 40 / 18.018;
  private static final double PER_REVISION = 2 / 18.018;
  private static final LocalTime CALIBRATION = LocalTime.of(9, 2, 30);

  private Readings() {}

  static List<Row> egvs(SimDay day, DeviceProfile gadget) {
    var rows = new ArrayList<Row>();
    Instant noon = day.day().atTime(12, 0).atZone(gadget.zone()).toInstant();
    boolean thoughtOver = day.revision() == 0;
    double before = Double.NaN;
    for (PointEvent.Glucose spot : day.spots(PointEvent.Glucose.class)) {
      double value = spot.mmolPerLitre();
      if (!thoughtOver && !spot.at().isBefore(noon)) {
        value += PER_REVISION * day.revision();
        thoughtOver = true;
      }
      rows.add(new Row(spot.at(), egv(day, gadget, spot.at(), value, value - before)));
      before = value;
    }
    return rows;
  }

  private static JsonObject egv(
      SimDay day, DeviceProfile gadget, Instant at, double value, double rise) {
    JsonObject json = gadget.record(day.person(), "egv", at);
    String status = value > HIGHEST ? "high" : value < LOWEST ? "low" : "ok";
    json.put("transmitterId", gadget.transmitter())
        .put("transmitterTicks", at.getEpochSecond() % 10_000_000)
        // A high one is told as the most there is, a low one not at all.
        .put(
            "value",
            switch (status) {
              case "high" -> gadget.value(HIGHEST);
              case "low" -> null;
              default -> gadget.value(value);
            })
        .put("status", status)
        .put("trend", trend(rise))
        .put("trendRate", Double.isNaN(rise) ? null : Math.round(rise * 36) / 10.0)
        .put("unit", gadget.unit())
        .put("rateUnit", gadget.unit() + "/min")
        .put("displayDevice", gadget.display())
        .put("transmitterGeneration", gadget.generation());
    gadget.app().ifPresent(app -> json.put("displayApp", app));
    return json;
  }

  private static String trend(double rise) {
    if (Double.isNaN(rise)) {
      return "none";
    }
    return rise > 0.3 ? "fortyFiveUp" : rise < -0.3 ? "fortyFiveDown" : "flat";
  }

  /** One each morning, a little off from what the sensor says. */
  static List<Row> calibrations(SimDay day, DeviceProfile gadget) {
    Instant at = day.day().atTime(CALIBRATION).atZone(gadget.zone()).toInstant();
    return near(day, at)
        .map(
            value ->
                List.of(
                    new Row(
                        at,
                        gadget
                            .record(day.person(), "cal", at)
                            .put("value", gadget.value(value + 0.3))
                            .put("unit", gadget.unit())
                            .put("transmitterId", gadget.transmitter()))))
        .orElse(List.of());
  }

  /** The sensor's value about that moment; empty when it has not come. */
  static Optional<Double> near(SimDay day, Instant at) {
    return day.spots(PointEvent.Glucose.class).stream()
        .filter(s -> !s.at().isBefore(at))
        .findFirst()
        .map(PointEvent.Glucose::mmolPerLitre);
  }
}
