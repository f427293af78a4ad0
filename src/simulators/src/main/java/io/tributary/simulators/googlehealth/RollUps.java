package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates over time windows or calendar days; empty windows are omitted. Each type has a maximum
 * range.
 */
final class RollUps {
  private static final int QUARTER_SECONDS = 900;

  private final SimContext world;

  RollUps(SimContext world) {
    this.world = world;
  }

  /** Aggregates windows of the requested number of seconds in physical time, oldest first. */
  List<JsonObject> windows(DataType type, SimPerson person, JsonObject body) {
    JsonObject range = object(body, "range");
    Instant from = instant(range, "startTime");
    Instant to = instant(range, "endTime");
    long step = parseStep(body.getString("windowSize", ""));
    checkLength(type, from.isBefore(to), Duration.between(from, to));
    List<SimDay> days = world.people().days(person, utc(from).minusDays(1), utc(to).plusDays(1));
    var out = new ArrayList<JsonObject>();
    for (Instant at = from; at.isBefore(to); at = at.plusSeconds(step)) {
      Instant end = at.plusSeconds(step);
      double sum = 0;
      for (SimDay day : days) {
        sum += amountBetween(type, day, at, end.isBefore(to) ? end : to);
      }
      if (sum > 0) {
        out.add(
            new JsonObject()
                .put("startTime", at.toString())
                .put("endTime", (end.isBefore(to) ? end : to).toString())
                .put(type.camel(), sum(type, sum)));
      }
    }
    return out;
  }

  /** Aggregates calendar days of the person; the end is exclusive. */
  List<JsonObject> days(DataType type, SimPerson person, JsonObject body) {
    JsonObject range = object(body, "range");
    LocalDate from = date(object(range, "start"));
    LocalDate to = date(object(range, "end"));
    if (body.getInteger("windowSizeDays", 1) != 1) {
      throw GoogleHealthErrors.invalid("the simulator supports only windows of one day");
    }
    checkLength(
        type, from.isBefore(to), Duration.ofDays(Math.max(0, to.toEpochDay() - from.toEpochDay())));
    var out = new ArrayList<JsonObject>();
    for (SimDay day : world.people().days(person, from, to.minusDays(1))) {
      double sum = amountBetween(type, day, day.start(), day.end());
      if (sum > 0) {
        out.add(
            new JsonObject()
                .put("civilStartTime", civilDate(day.day()))
                .put("civilEndTime", civilDate(day.day().plusDays(1)))
                .put(type.camel(), sum(type, sum)));
      }
    }
    return out;
  }

  private static JsonObject civilDate(LocalDate day) {
    return new JsonObject().put("date", DataPoints.date(day)).put("time", new JsonObject());
  }

  /**
   * Returns the amount of a day in [from, to): 15-minute intervals count whole, energy counts by
   * the minute.
   */
  private static double amountBetween(DataType type, SimDay day, Instant from, Instant to) {
    double sum = 0;
    int minutes = day.steps().length;
    int first = (int) Math.clamp(Duration.between(day.start(), from).toMinutes(), 0, minutes);
    int last = (int) Math.clamp(Duration.between(day.start(), to).toMinutes(), 0, minutes);
    boolean quarters = type == DataType.DISTANCE || type == DataType.FLOORS;
    for (int i = first; i < last; i++) {
      if (quarters && day.instantOfMinute(i).getEpochSecond() % QUARTER_SECONDS != 0) {
        continue;
      }
      sum +=
          switch (type) {
            case STEPS -> day.steps()[i];
            case DISTANCE -> DataPoints.millimeters(day, i);
            case FLOORS -> DataPoints.floors(day, i);
            case ACTIVE_ENERGY_BURNED -> day.activeCalories()[i];
            case TOTAL_CALORIES ->
                day.activeCalories()[i] + DataPoints.restingKilocaloriesPerMinute(day.person());
            default -> 0;
          };
    }
    return sum;
  }

  private static JsonObject sum(DataType type, double sum) {
    return switch (type) {
      case STEPS, FLOORS -> new JsonObject().put("countSum", Long.toString(Math.round(sum)));
      case DISTANCE -> new JsonObject().put("millimetersSum", Long.toString(Math.round(sum)));
      default -> new JsonObject().put("kcalSum", sum);
    };
  }

  private static void checkLength(DataType type, boolean forward, Duration length) {
    if (!forward) {
      throw GoogleHealthErrors.invalid("the range must start before it ends");
    }
    if (length.compareTo(Duration.ofDays(type.maxRollUpDays())) > 0) {
      throw GoogleHealthErrors.invalid(
          "the range must not exceed " + type.maxRollUpDays() + " days");
    }
  }

  private static JsonObject object(JsonObject in, String name) {
    if (in.getValue(name) instanceof JsonObject found) {
      return found;
    }
    throw GoogleHealthErrors.invalid(name + " is missing");
  }

  private static Instant instant(JsonObject range, String name) {
    try {
      return Instant.parse(range.getString(name, ""));
    } catch (DateTimeException e) {
      throw GoogleHealthErrors.invalid(name + " is not a valid time");
    }
  }

  private static long parseStep(String text) {
    if (!text.matches("[1-9]\\d{0,6}s")) {
      throw GoogleHealthErrors.invalid("windowSize must be in seconds, such as 3600s");
    }
    return Long.parseLong(text.substring(0, text.length() - 1));
  }

  /** Parses a date, whose parts must be numbers: {@code "03"} is not a month. */
  private static LocalDate date(JsonObject civil) {
    JsonObject date = object(civil, "date");
    try {
      if (date.getValue("year") instanceof Integer year
          && date.getValue("month") instanceof Integer month
          && date.getValue("day") instanceof Integer day) {
        return LocalDate.of(year, month, day);
      }
    } catch (DateTimeException e) {
      // Rejected below like other invalid dates.
    }
    throw GoogleHealthErrors.invalid("date must have year, month and day as numbers");
  }

  private static LocalDate utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
