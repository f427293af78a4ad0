package io.tributary.simulators.dexcom;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimWorkout;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Renders events that a person entered. Values are strings, whatever their unit is. */
final class DexcomEventRecords {
  private static final int BLOOD = 1;
  private static final int NOTE = 2;

  private DexcomEventRecords() {}

  static List<DexcomRecord> render(SimDay day, DeviceProfile gadget) {
    var rows = new ArrayList<DexcomRecord>();
    for (PointEvent.Meal meal : day.spots(PointEvent.Meal.class)) {
      add(rows, day, gadget, meal.at(), "carbs", null, text(meal.carbohydrates()), "grams");
      if (meal.name().equals("Dinner")) {
        add(rows, day, gadget, meal.at().plusSeconds(NOTE), "notes", null, "Ate out", null);
      }
    }
    for (PointEvent.Insulin dose : day.spots(PointEvent.Insulin.class)) {
      String kind = dose.rapid() ? "fastActing" : "longActing";
      add(rows, day, gadget, dose.at(), "insulin", kind, text(dose.units()), "units");
    }
    for (SimWorkout workout : day.workouts()) {
      long minutes = Duration.between(workout.start(), workout.end()).toMinutes();
      add(
          rows,
          day,
          gadget,
          workout.start(),
          "exercise",
          effort(workout.what().sport()),
          text(minutes),
          "minutes");
    }
    Instant evening = day.day().atTime(18, 3, BLOOD).atZone(gadget.zone()).toInstant();
    DexcomReadings.valueNear(day, evening)
        .ifPresent(
            v ->
                add(
                    rows,
                    day,
                    gadget,
                    evening,
                    "bloodGlucose",
                    null,
                    gadget.convertGlucose(v - 0.2).toString(),
                    gadget.unit()));
    Instant tea = day.day().atTime(16, 0).atZone(gadget.zone()).toInstant();
    if (SeededRandom.of(day.person().seed(), day.day().toEpochDay(), 770).chance(0.3)
        && DexcomReadings.valueNear(day, tea).isPresent()) {
      add(rows, day, gadget, tea.plusSeconds(NOTE), "health", "stress", "", null);
      add(rows, day, gadget, tea, "carbs", null, "10", "grams");
      rows.getLast().json().put("eventStatus", "deleted");
    }
    return rows;
  }

  private static String effort(String sport) {
    return switch (sport) {
      case "running", "swimming" -> "heavy";
      case "cycling", "strength_training" -> "medium";
      default -> "light";
    };
  }

  private static void add(
      List<DexcomRecord> rows,
      SimDay day,
      DeviceProfile gadget,
      Instant at,
      String type,
      String subType,
      String value,
      String unit) {
    rows.add(
        new DexcomRecord(
            at,
            gadget
                .startRecord(day.person(), type, at)
                .put("eventStatus", "created")
                .put("eventType", type)
                .put("eventSubType", subType)
                .put("value", value)
                .put("unit", unit)
                .put("transmitterId", gadget.transmitter())
                .put("transmitterGeneration", gadget.generation())
                .put("displayDevice", gadget.display())));
  }

  private static String text(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }
}
