package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Renders sensor readings and their calibrations by blood glucose meter. */
final class DexcomReadings {
  /** Upper limit of the sensor; values beyond its limits are reported as high and low. */
  private static final double SENSOR_MAX = 400 / 18.018;

  private static final double SENSOR_MIN = 40 / 18.018;
  private static final double PER_REVISION = 2 / 18.018;
  private static final LocalTime CALIBRATION = LocalTime.of(9, 2, 30);

  private DexcomReadings() {}

  static List<DexcomRecord> glucoseValues(SimDay day, DeviceProfile gadget) {
    var rows = new ArrayList<DexcomRecord>();
    Instant noon = day.day().atTime(12, 0).atZone(gadget.zone()).toInstant();
    boolean thoughtOver = day.revision() == 0;
    double before = Double.NaN;
    for (PointEvent.Glucose spot : day.spots(PointEvent.Glucose.class)) {
      double value = spot.mmolPerLitre();
      if (!thoughtOver && !spot.at().isBefore(noon)) {
        value += PER_REVISION * day.revision();
        thoughtOver = true;
      }
      rows.add(
          new DexcomRecord(spot.at(), glucoseValue(day, gadget, spot.at(), value, value - before)));
      before = value;
    }
    return rows;
  }

  private static JsonObject glucoseValue(
      SimDay day, DeviceProfile gadget, Instant at, double value, double rise) {
    JsonObject json = gadget.startRecord(day.person(), "egv", at);
    String status = value > SENSOR_MAX ? "high" : value < SENSOR_MIN ? "low" : "ok";
    json.put("transmitterId", gadget.transmitter())
        .put("transmitterTicks", at.getEpochSecond() % 10_000_000)
        // A value above the range is reported as the maximum, one below it as null.
        .put(
            "value",
            switch (status) {
              case "high" -> gadget.convertGlucose(SENSOR_MAX);
              case "low" -> null;
              default -> gadget.convertGlucose(value);
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

  /** Returns one calibration per morning, slightly off the sensor's value. */
  static List<DexcomRecord> calibrations(SimDay day, DeviceProfile gadget) {
    Instant at = day.day().atTime(CALIBRATION).atZone(gadget.zone()).toInstant();
    return valueNear(day, at)
        .map(
            value ->
                List.of(
                    new DexcomRecord(
                        at,
                        gadget
                            .startRecord(day.person(), "cal", at)
                            .put("value", gadget.convertGlucose(value + 0.3))
                            .put("unit", gadget.unit())
                            .put("transmitterId", gadget.transmitter()))))
        .orElse(List.of());
  }

  /** Returns the sensor's value at about that time; empty if it has not arrived. */
  static Optional<Double> valueNear(SimDay day, Instant at) {
    return day.spots(PointEvent.Glucose.class).stream()
        .filter(s -> !s.at().isBefore(at))
        .findFirst()
        .map(PointEvent.Glucose::mmolPerLitre);
  }
}
