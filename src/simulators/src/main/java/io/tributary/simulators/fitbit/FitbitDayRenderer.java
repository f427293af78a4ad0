package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Renders a person's days in the vendor's format: kilometers, minutes, and daily sums as strings.
 */
final class FitbitDayRenderer {
  private static final int MODERATE_STEPS = 60;
  private static final int INTENSE_STEPS = 110;
  private static final double METRES = 1000;

  /** Log IDs exceed the integers that a double represents exactly. */
  private static final long MIN_LOG_ID = 9_007_199_254_740_993L;

  private FitbitDayRenderer() {}

  static long logId(SimPerson person, Instant at, int kind) {
    return MIN_LOG_ID
        + (person.numericId() % 1_000_000) * 10_000_000_000L
        + at.getEpochSecond() * 4
        + kind;
  }

  /** Returns the kilocalories of a minute at rest. */
  private static double restingKilocaloriesPerMinute(SimPerson person) {
    return 22 * person.weight() / 1440;
  }

  /**
   * Returns whether the minute is above sedentary. Active calories include the basal ones of such
   * minutes.
   */
  private static boolean isActive(SimDay day, int minute) {
    return day.activeCalories()[minute] > 0;
  }

  static JsonObject summary(SimDay day) {
    SimPerson person = day.person();
    int steps = Arrays.stream(day.steps()).sum();
    int minutes = day.steps().length;
    double total =
        restingKilocaloriesPerMinute(person) * minutes + Arrays.stream(day.activeCalories()).sum();
    double active =
        IntStream.range(0, minutes)
            .filter(i -> isActive(day, i))
            .mapToDouble(i -> restingKilocaloriesPerMinute(person) + day.activeCalories()[i])
            .sum();
    double kilometres = JsonText.round(steps * SimDay.METERS_PER_STEP / METRES, 5);
    var summary =
        new JsonObject()
            .put("activeScore", -1)
            .put("activityCalories", Math.round(active))
            .put("caloriesBMR", Math.round(restingKilocaloriesPerMinute(person) * minutes))
            .put("caloriesOut", Math.round(total))
            .put(
                "distances",
                new JsonArray()
                    .add(new JsonObject().put("activity", "total").put("distance", kilometres))
                    .add(new JsonObject().put("activity", "tracker").put("distance", kilometres)))
            .put(
                "floors",
                SeededRandom.of(person.seed(), day.day().toEpochDay(), 831).between(0, 20))
            .put("steps", steps)
            .put("sedentaryMinutes", minutes(day, 0, 1))
            .put("lightlyActiveMinutes", minutes(day, 1, MODERATE_STEPS))
            .put("fairlyActiveMinutes", minutes(day, MODERATE_STEPS, INTENSE_STEPS))
            .put("veryActiveMinutes", minutes(day, INTENSE_STEPS, Integer.MAX_VALUE));
    if (day.isWorn()) {
      summary.put("restingHeartRate", person.restingPulse());
    }
    return new JsonObject()
        .put("activities", new JsonArray())
        .put("goals", new JsonObject().put("steps", 10_000))
        .put("summary", summary);
  }

  private static long minutes(SimDay day, int from, int below) {
    return Arrays.stream(day.steps()).filter(s -> s >= from && s < below).count();
  }

  /** Returns the day's sum of a resource as a string. */
  static JsonObject dailySum(SimDay day, String resource) {
    return new JsonObject().put("dateTime", day.day().toString()).put("value", sum(day, resource));
  }

  private static String sum(SimDay day, String resource) {
    JsonObject summary = summary(day).getJsonObject("summary");
    return switch (resource) {
      case "steps" -> Long.toString(summary.getLong("steps"));
      case "floors" -> Long.toString(summary.getLong("floors"));
      case "calories" -> Long.toString(summary.getLong("caloriesOut"));
      default ->
          summary.getJsonArray("distances").getJsonObject(0).getDouble("distance").toString();
    };
  }

  /**
   * Returns each minute so far, including those with value 0. In the hour that repeats when the
   * clock is set back, clock times occur twice.
   */
  static JsonObject intraday(SimDay day, String resource) {
    var dataset = new JsonArray();
    for (int i = 0; i < day.steps().length; i++) {
      JsonObject entry =
          new JsonObject().put("time", FitbitTimes.clock(day.person(), day.instantOfMinute(i)));
      switch (resource) {
        case "steps" -> entry.put("value", day.steps()[i]);
        case "distance" ->
            entry.put("value", JsonText.round(day.steps()[i] * SimDay.METERS_PER_STEP / METRES, 5));
        case "floors" -> entry.put("value", 0);
        default ->
            entry
                .put("level", activityLevel(day, i))
                .put("mets", 10)
                .put(
                    "value",
                    JsonText.round(
                        restingKilocaloriesPerMinute(day.person()) + day.activeCalories()[i], 4));
      }
      dataset.add(entry);
    }
    return new JsonObject()
        .put("activities-" + resource, new JsonArray().add(dailySum(day, resource)))
        .put("activities-" + resource + "-intraday", minutes(dataset));
  }

  private static int activityLevel(SimDay day, int minute) {
    int steps = day.steps()[minute];
    return !isActive(day, minute) ? 0 : steps < MODERATE_STEPS ? 1 : steps < INTENSE_STEPS ? 2 : 3;
  }

  private static JsonObject minutes(JsonArray dataset) {
    return new JsonObject()
        .put("dataset", dataset)
        .put("datasetInterval", 1)
        .put("datasetType", "minute");
  }

  /** Returns the minutes with a reading; the first reading of a minute counts. */
  static JsonObject heart(SimDay day, boolean intraday) {
    var value = new JsonObject().put("heartRateZones", new JsonArray());
    if (day.isWorn()) {
      value.put("restingHeartRate", day.person().restingPulse());
    }
    var answer =
        new JsonObject()
            .put(
                "activities-heart",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("dateTime", day.day().toString())
                            .put("value", value)));
    if (!intraday) {
      return answer;
    }
    Map<Instant, Integer> byMinute = new LinkedHashMap<>();
    for (HeartPoint p : day.heart()) {
      byMinute.putIfAbsent(
          Instant.ofEpochSecond(p.epochSecond()).truncatedTo(ChronoUnit.MINUTES), p.bpm());
    }
    var dataset = new JsonArray();
    byMinute.forEach(
        (at, bpm) ->
            dataset.add(
                new JsonObject()
                    .put("time", FitbitTimes.clock(day.person(), at))
                    .put("value", bpm)));
    return answer.put("activities-heart-intraday", minutes(dataset));
  }

  static JsonObject workout(SimDay day, SimWorkout w) {
    SimPerson person = day.person();
    long millis = Duration.between(w.start(), w.end()).toMillis();
    var pulse = w.points().stream().mapToInt(SimWorkout.Point::bpm).average().orElse(0);
    var json =
        new JsonObject()
            .put("logId", logId(person, w.start(), 1))
            .put("activityName", name(w))
            .put("activityTypeId", 90_000 + Math.floorMod(w.what().sport().hashCode(), 1000))
            .put("startTime", FitbitTimes.withOffset(person, w.start()))
            .put("duration", millis)
            .put("activeDuration", millis - 60_000)
            .put("calories", Math.round(w.what().calories()))
            .put("averageHeartRate", Math.round(pulse))
            .put("elevationGain", w.climb())
            .put("logType", "tracker")
            .put("source", new JsonObject().put("name", "Sense 2").put("type", "tracker"));
    if (w.what().metres() > 0) {
      json.put("distance", JsonText.round(w.what().metres() / METRES, 5))
          .put("distanceUnit", "Kilometer")
          .put("steps", Math.round(w.what().metres() / SimDay.METERS_PER_STEP));
    }
    return json;
  }

  private static String name(SimWorkout w) {
    return switch (w.what().sport()) {
      case "walking" -> "Walk";
      case "running" -> "Run";
      case "cycling" -> "Outdoor Bike";
      case "swimming" -> "Swim";
      case "strength_training" -> "Weights";
      case "yoga" -> "Yoga";
      default -> "House work";
    };
  }

  /** Returns the foods, which have a day and a meal name but no time. */
  static JsonObject foods(SimDay day) {
    var foods = new JsonArray();
    for (PointEvent.Meal m : day.spots(PointEvent.Meal.class)) {
      foods.add(
          new JsonObject()
              .put("isFavorite", false)
              .put("logDate", day.day().toString())
              .put("logId", logId(day.person(), m.at(), 2))
              .put(
                  "loggedFood",
                  new JsonObject()
                      .put("name", m.name())
                      .put("amount", 1)
                      .put("mealTypeId", mealType(m.name())))
              .put(
                  "nutritionalValues",
                  new JsonObject()
                      .put("calories", m.kilocalories())
                      .put("carbs", m.carbohydrates())
                      .put("fat", m.fat())
                      .put("fiber", 2)
                      .put("protein", m.protein())
                      .put("sodium", 300)));
    }
    return new JsonObject().put("foods", foods).put("summary", new JsonObject().put("water", 0));
  }

  private static int mealType(String name) {
    return switch (name) {
      case "Breakfast" -> 1;
      case "Lunch" -> 3;
      case "Dinner" -> 5;
      default -> 7;
    };
  }

  static JsonObject water(SimDay day) {
    var logs = new JsonArray();
    int sum = 0;
    for (PointEvent.Water w : day.spots(PointEvent.Water.class)) {
      logs.add(
          new JsonObject()
              .put("logId", logId(day.person(), w.at(), 3))
              .put("amount", w.millilitres()));
      sum += w.millilitres();
    }
    return new JsonObject().put("summary", new JsonObject().put("water", sum)).put("water", logs);
  }

  static JsonObject weight(SimPerson person, PointEvent.Weight w) {
    double metres = person.height();
    return log(person, w)
        .put("weight", w.kilograms())
        .put("bmi", JsonText.round(w.kilograms() / (metres * metres), 2));
  }

  static JsonObject fat(SimPerson person, PointEvent.Weight w) {
    return log(person, w);
  }

  private static JsonObject log(SimPerson person, PointEvent.Weight w) {
    return new JsonObject()
        .put("logId", w.at().toEpochMilli())
        .put("date", person.localDateAt(w.at()).toString())
        .put("time", FitbitTimes.clock(person, w.at()))
        .put("fat", w.fatPercent())
        .put("source", "Aria");
  }
}
