package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Renders a person's day as data points of one type. 64-bit numbers are strings. */
final class DataPoints {
  /** Milligrams of glucose per deciliter in 1 mmol/L. */
  private static final double MG_PER_DL = 18.018;

  private static final int QUARTER = 15;
  private static final int STEPS_PER_FLOOR = 400;

  private DataPoints() {}

  static List<DataPoint> of(DataType type, SimDay day) {
    return switch (type) {
      case STEPS -> quarterHours(type, day, i -> Integer.toString(steps(day, i)), "count");
      case DISTANCE ->
          quarterHours(type, day, i -> Long.toString(millimeters(day, i)), "millimeters");
      case FLOORS -> quarterHours(type, day, i -> Integer.toString(floors(day, i)), "count");
      case ACTIVE_ENERGY_BURNED -> quarterHours(type, day, i -> energy(day, i), "kcal");
      case TOTAL_CALORIES -> List.of();
      case HEART_RATE -> heart(day);
      case HEART_RATE_VARIABILITY, OXYGEN_SATURATION -> readings(type, day);
      case DAILY_RESTING_HEART_RATE, DAILY_RESPIRATORY_RATE -> daily(type, day);
      case RUN_VO2_MAX -> activityRuns(day);
      case WEIGHT ->
          spots(
              type, day, PointEvent.Weight.class, w -> value("weightGrams", grams(w.kilograms())));
      case BODY_FAT ->
          spots(type, day, PointEvent.Weight.class, w -> value("percentage", w.fatPercent()));
      case CORE_BODY_TEMPERATURE ->
          spots(type, day, PointEvent.Temperature.class, t -> value("celsius", t.celsius()));
      case BLOOD_GLUCOSE ->
          spots(
              type,
              day,
              PointEvent.Glucose.class,
              g ->
                  value(
                      "bloodGlucoseMilligramsPerDeciliter",
                      JsonText.round(g.mmolPerLitre() * MG_PER_DL, 2)));
      case HEIGHT -> height(day);
      case HYDRATION_LOG -> water(day);
      case SLEEP -> day.sleeps().stream().map(s -> SessionPoints.sleep(day, s)).toList();
      case EXERCISE -> day.workouts().stream().map(w -> SessionPoints.exercise(day, w)).toList();
    };
  }

  static int steps(SimDay day, int minute) {
    int sum = 0;
    for (int i = minute; i < Math.min(minute + QUARTER, day.steps().length); i++) {
      sum += day.steps()[i];
    }
    return sum;
  }

  static long millimeters(SimDay day, int minute) {
    return Math.round(steps(day, minute) * SimDay.METERS_PER_STEP * 1000);
  }

  static int floors(SimDay day, int minute) {
    return steps(day, minute) / STEPS_PER_FLOOR;
  }

  static double energy(SimDay day, int minute) {
    double sum = 0;
    for (int i = minute; i < Math.min(minute + QUARTER, day.activeCalories().length); i++) {
      sum += day.activeCalories()[i];
    }
    return sum;
  }

  /** Returns the kilocalories of a minute at rest. */
  static double restingKilocaloriesPerMinute(SimPerson person) {
    return (10 * person.weight() + 625 * person.height() - 5 * person.age() - 78) / 1440;
  }

  /** Returns a point for each 15 minutes that have data. */
  private static List<DataPoint> quarterHours(
      DataType type, SimDay day, Function<Integer, Object> amount, String field) {
    var out = new ArrayList<DataPoint>();
    for (int i = 0; i < day.steps().length; i += QUARTER) {
      Object value = amount.apply(i);
      if (!value.equals("0") && !value.equals(0.0)) {
        Instant start = day.instantOfMinute(i);
        out.add(
            point(
                type,
                day,
                start,
                value(field, value)
                    .put("interval", interval(day, start, start.plusSeconds(60 * QUARTER)))));
      }
    }
    return out;
  }

  private static List<DataPoint> heart(SimDay day) {
    var out = new ArrayList<DataPoint>();
    for (HeartPoint p : day.heart()) {
      Instant at = Instant.ofEpochSecond(p.epochSecond());
      out.add(
          sample(DataType.HEART_RATE, day, at, value("beatsPerMinute", Integer.toString(p.bpm()))));
    }
    return out;
  }

  private static List<DataPoint> readings(DataType type, SimDay day) {
    var out = new ArrayList<DataPoint>();
    for (SimSleep sleep : day.sleeps()) {
      for (SimSleep.Reading r : sleep.readings()) {
        if (type == DataType.OXYGEN_SATURATION) {
          out.add(sample(type, day, r.at(), value("percentage", r.oxygen())));
        } else if (r.rmssd() != null) {
          out.add(
              sample(
                  type,
                  day,
                  r.at(),
                  value(
                          "rootMeanSquareOfSuccessiveDifferencesMilliseconds",
                          r.rmssd().doubleValue())
                      .put("standardDeviationMilliseconds", r.rmssd() + 11.5)));
        }
      }
    }
    return out;
  }

  /** Returns figures of the night, dated on the day on which it ends. */
  private static List<DataPoint> daily(DataType type, SimDay day) {
    var out = new ArrayList<DataPoint>();
    day.nights().stream()
        .findFirst()
        .ifPresent(
            night -> {
              int lowest =
                  night.readings().stream()
                      .map(SimSleep.Reading::bpm)
                      .filter(Objects::nonNull)
                      .mapToInt(Integer::intValue)
                      .min()
                      .orElse(day.person().restingPulse());
              JsonObject value =
                  type == DataType.DAILY_RESTING_HEART_RATE
                      ? value("beatsPerMinute", Integer.toString(lowest))
                      : value("breathsPerMinute", night.breath());
              value.put("date", date(day.day()));
              Instant midnight = day.day().atTime(LocalTime.MIN).toInstant(ZoneOffset.UTC);
              out.add(new DataPoint(midnight, ZoneOffset.UTC, wrapped(type, day, midnight, value)));
            });
    return out;
  }

  private static List<DataPoint> activityRuns(SimDay day) {
    var out = new ArrayList<DataPoint>();
    day.workouts().stream()
        .filter(w -> w.what().sport().equals("running"))
        .forEach(
            w -> {
              double best = SeededRandom.of(day.person().seed(), 901).between(34.0, 52.0);
              out.add(
                  sample(
                      DataType.RUN_VO2_MAX,
                      day,
                      w.end(),
                      value("runVo2Max", JsonText.round(best, 1))));
            });
    return out;
  }

  /** Returns the height, which was entered once on the first day. */
  private static List<DataPoint> height(SimDay day) {
    if (!day.day().equals(day.person().firstDay()) || day.steps().length < 600) {
      return List.of();
    }
    String millimeters = Long.toString(Math.round(day.person().height() * 1000));
    return List.of(
        sample(
            DataType.HEIGHT,
            day,
            day.instantOfMinute(600),
            value("heightMillimeters", millimeters)));
  }

  private static List<DataPoint> water(SimDay day) {
    var out = new ArrayList<DataPoint>();
    for (PointEvent.Water w : day.spots(PointEvent.Water.class)) {
      JsonObject amount = new JsonObject().put("milliliters", (double) w.millilitres());
      JsonObject value = value("amountConsumed", amount);
      value.put("interval", interval(day, w.at(), w.at().plusSeconds(1)));
      out.add(point(DataType.HYDRATION_LOG, day, w.at(), value));
    }
    return out;
  }

  private static <T extends PointEvent> List<DataPoint> spots(
      DataType type, SimDay day, Class<T> kind, Function<T, JsonObject> value) {
    return day.spots(kind).stream().map(s -> sample(type, day, s.at(), value.apply(s))).toList();
  }

  private static DataPoint sample(DataType type, SimDay day, Instant at, JsonObject value) {
    value.put(
        "sampleTime",
        new JsonObject().put("physicalTime", at.toString()).put("utcOffset", seconds(day, at)));
    return point(type, day, at, value);
  }

  static DataPoint point(DataType type, SimDay day, Instant at, JsonObject value) {
    return new DataPoint(at, offset(day, at), wrapped(type, day, at, value));
  }

  private static JsonObject wrapped(DataType type, SimDay day, Instant at, JsonObject value) {
    return new JsonObject()
        .put("name", name(type, day.person(), at))
        .put(
            "dataSource",
            new JsonObject()
                .put("platform", "FITBIT")
                .put(
                    "device",
                    new JsonObject()
                        .put("displayName", type == DataType.WEIGHT ? "Aria Air" : "Pixel Watch 4")
                        .put("manufacturer", "Google")
                        .put("formFactor", type == DataType.WEIGHT ? "SCALE" : "WATCH")))
        .put(type.camel(), value);
  }

  private static String name(DataType type, SimPerson person, Instant at) {
    long id = SeededRandom.hash(person.seed(), at.getEpochSecond()) & Long.MAX_VALUE;
    return "users/" + person.numericId() + "/dataTypes/" + type.kebab() + "/dataPoints/" + id;
  }

  static JsonObject interval(SimDay day, Instant start, Instant end) {
    return new JsonObject()
        .put("startTime", start.toString())
        .put("startUtcOffset", seconds(day, start))
        .put("endTime", end.toString())
        .put("endUtcOffset", seconds(day, end));
  }

  static JsonObject date(LocalDate day) {
    return new JsonObject()
        .put("year", day.getYear())
        .put("month", day.getMonthValue())
        .put("day", day.getDayOfMonth());
  }

  private static JsonObject value(String field, Object value) {
    return new JsonObject().put(field, value);
  }

  private static double grams(double kilograms) {
    return Math.round(kilograms * 1000);
  }

  private static ZoneOffset offset(SimDay day, Instant at) {
    return day.person().zone().getRules().getOffset(at);
  }

  private static String seconds(SimDay day, Instant at) {
    return offset(day, at).getTotalSeconds() + "s";
  }
}
