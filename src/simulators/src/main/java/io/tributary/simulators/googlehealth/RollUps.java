package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums over windows of time or over calendar days; windows with nothing in them are left out. A
 * range has its longest length, by type.
 */
final class RollUps {
  private static final int QUARTER_SECONDS = 900;

  private final SimWorld world;

  RollUps(SimWorld world) {
    this.world = world;
  }

  /** Windows of so many seconds of physical time, oldest first. */
  List<JsonObject> windows(DataType type, SimPerson person, JsonObject body) {
    JsonObject range = object(body, "range");
    Instant from = instant(range, "startTime");
    Instant to = instant(range, "endTime");
    long step = step(body.getString("windowSize", ""));
    checkLength(type, from.isBefore(to), Duration.between(from, to));
    List<SimDay> days = world.people().days(person, utc(from).minusDays(1), utc(to).plusDays(1));
    var out = new ArrayList<JsonObject>();
    for (Instant at = from; at.isBefore(to); at = at.plusSeconds(step)) {
      Instant end = at.plusSeconds(step);
      double sum = 0;
      for (SimDay day : days) {
        sum += between(type, day, at, end.isBefore(to) ? end : to);
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

  /** Calendar days of the person, the end exclusive. */
  List<JsonObject> days(DataType type, SimPerson person, JsonObject body) {
    JsonObject range = object(body, "range");
    LocalDate from = date(object(range, "start"));
    LocalDate to = date(object(range, "end"));
    if (body.getInteger("windowSizeDays", 1) != 1) {
      throw Errors.invalid("only windows of one day are played");
    }
    checkLength(
        type, from.isBefore(to), Duration.ofDays(Math.max(0, to.toEpochDay() - from.toEpochDay())));
    var out = new ArrayList<JsonObject>();
    for (SimDay day : world.people().days(person, from, to.minusDays(1))) {
      double sum = between(type, day, day.start(), day.end());
      if (sum > 0) {
        out.add(
            new JsonObject()
                .put("civilStartTime", civil(day.day()))
                .put("civilEndTime", civil(day.day().plusDays(1)))
                .put(type.camel(), sum(type, sum)));
      }
    }
    return out;
  }

  private static JsonObject civil(LocalDate day) {
    return new JsonObject().put("date", Points.date(day)).put("time", new JsonObject());
  }

  /** What of a day lies in [from, to): quarters of an hour whole, energy by the minute. */
  private static double between(DataType type, SimDay day, Instant from, Instant to) {
    double sum = 0;
    int minutes = day.steps().length;
    int first = (int) Math.clamp(Duration.between(day.start(), from).toMinutes(), 0, minutes);
    int last = (int) Math.clamp(Duration.between(day.start(), to).toMinutes(), 0, minutes);
    boolean quarters = type == DataType.DISTANCE || type == DataType.FLOORS;
    for (int i = first; i < last; i++) {
      if (quarters && day.minute(i).getEpochSecond() % QUARTER_SECONDS != 0) {
        continue;
      }
      sum +=
          switch (type) {
            case STEPS -> day.steps()[i];
            case DISTANCE -> Points.millimeters(day, i);
            case FLOORS -> Points.floors(day, i);
            case ACTIVE_ENERGY_BURNED -> day.activeCalories()[i];
            case TOTAL_CALORIES -> day.activeCalories()[i] + Points.resting(day.person());
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
      throw Errors.invalid("range must begin before it ends");
    }
    if (length.compareTo(Duration.ofDays(type.longestRollUp())) > 0) {
      throw Errors.invalid("range is longer than " + type.longestRollUp() + " days");
    }
  }

  private static JsonObject object(JsonObject in, String name) {
    if (in.getValue(name) instanceof JsonObject found) {
      return found;
    }
    throw Errors.invalid(name + " is missing");
  }

  private static Instant instant(JsonObject range, String name) {
    try {
      return Instant.parse(range.getString(name, ""));
    } catch (DateTimeException e) {
      throw Errors.invalid(name + " is no time");
    }
  }

  private static long step(String text) {
    if (!text.matches("[1-9]\\d{0,6}s")) {
      throw Errors.invalid("windowSize is seconds, as 3600s");
    }
    return Long.parseLong(text.substring(0, text.length() - 1));
  }

  /** Numbers only: {@code "03"} is no month. */
  private static LocalDate date(JsonObject civil) {
    JsonObject date = object(civil, "date");
    try {
      if (date.getValue("year") instanceof Integer year
          && date.getValue("month") instanceof Integer month
          && date.getValue("day") instanceof Integer day) {
        return LocalDate.of(year, month, day);
      }
    } catch (DateTimeException e) {
      // refused like the others
    }
    throw Errors.invalid("date is year, month and day as numbers");
  }

  private static LocalDate utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
