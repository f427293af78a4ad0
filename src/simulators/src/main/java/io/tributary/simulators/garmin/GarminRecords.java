package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Renders a person's day in the vendor's format. A night is tentative for an hour. Steps of 15
 * minutes are split by activity type. Values that a watch could not measure are negative.
 */
final class GarminRecords {
  private static final Duration TENTATIVE_PERIOD = Duration.ofHours(1);
  private static final int EPOCH_MINUTES = 15;
  private static final int SPARSE_SECONDS = 900;
  private static final int MIN_RUNNING_STEPS = 120;

  private final SimContext world;

  GarminRecords(SimContext world) {
    this.world = world;
  }

  /**
   * Returns the summaries of a type for a local day; later calls may return more data for the same
   * summaries.
   */
  List<JsonObject> of(GarminType type, SimPerson person, LocalDate date) {
    List<SimDay> days = world.people().days(person, date, date);
    if (days.isEmpty()) {
      return List.of();
    }
    SimDay day = days.getFirst();
    List<JsonObject> found =
        switch (type) {
          case DAILIES -> List.of(daily(day));
          case EPOCHS -> epochs(day);
          case SLEEPS -> day.sleeps().stream().map(s -> sleep(day, s)).toList();
          case BODY_COMPS ->
              day.spots(PointEvent.Weight.class).stream().map(w -> weight(person, w)).toList();
          case STRESS_DETAILS -> stress(day);
          case USER_METRICS -> userMetrics(day);
          case PULSE_OX -> day.nights().stream().map(s -> pulseOx(day, s)).toList();
          case RESPIRATION -> day.nights().stream().map(s -> respiration(day, s)).toList();
          case HRV -> day.nights().stream().map(s -> variability(day, s)).toList();
          case BLOOD_PRESSURES ->
              day.spots(PointEvent.BloodPressure.class).stream()
                  .map(p -> bloodPressure(person, p))
                  .toList();
          case ACTIVITIES -> GarminActivities.summaries(day);
          case ACTIVITY_DETAILS -> GarminActivities.details(day);
          case HEALTH_SNAPSHOT, SKIN_TEMP, MOVE_IQ, MCT -> List.of();
        };
    found.forEach(json -> json.put("userId", person.id()));
    return found;
  }

  private JsonObject daily(SimDay day) {
    SimPerson person = day.person();
    int steps = Arrays.stream(day.steps()).sum();
    int moderate = 60 * (int) Arrays.stream(day.steps()).filter(s -> s >= 90 && s < 120).count();
    int vigorous = 60 * (int) Arrays.stream(day.steps()).filter(s -> s >= 120).count();
    int light = 60 * (int) Arrays.stream(day.steps()).filter(s -> s >= 20 && s < 90).count();
    JsonObject json =
        startSummary(person, "d" + day.day().toEpochDay(), day.start())
            .put("calendarDate", day.day().toString())
            .put("durationInSeconds", 60 * day.steps().length)
            .put("steps", steps)
            .put("distanceInMeters", JsonText.round(steps * SimDay.METERS_PER_STEP, 1))
            .put("activeTimeInSeconds", light + moderate + vigorous)
            .put("activeKilocalories", Math.round(Arrays.stream(day.activeCalories()).sum()))
            .put(
                "bmrKilocalories",
                Math.round(restingKilocaloriesPerDay(person) * day.steps().length / 1440.0))
            .put("floorsClimbed", steps / 1000)
            .put("moderateIntensityDurationInSeconds", moderate)
            .put("vigorousIntensityDurationInSeconds", vigorous);
    if (!day.heart().isEmpty()) {
      var heart = day.heart().stream().mapToInt(HeartPoint::bpm).summaryStatistics();
      var samples = new JsonObject();
      day.heart()
          .forEach(
              p ->
                  samples.put(
                      Long.toString(p.epochSecond() - day.start().getEpochSecond()), p.bpm()));
      json.put("minHeartRateInBeatsPerMinute", heart.getMin())
          .put("maxHeartRateInBeatsPerMinute", heart.getMax())
          .put("averageHeartRateInBeatsPerMinute", Math.round(heart.getAverage()))
          .put("restingHeartRateInBeatsPerMinute", person.restingPulse())
          .put("timeOffsetHeartRateSamples", samples);
    }
    return json;
  }

  /** Returns one summary per 15 minutes and activity type. */
  private static List<JsonObject> epochs(SimDay day) {
    var out = new ArrayList<JsonObject>();
    for (int from = 0; from < day.steps().length; from += EPOCH_MINUTES) {
      int to = Math.min(from + EPOCH_MINUTES, day.steps().length);
      Map<String, int[]> steps = new TreeMap<>();
      Map<String, double[]> calories = new TreeMap<>();
      for (int i = from; i < to; i++) {
        int n = day.steps()[i];
        String what = n == 0 ? "SEDENTARY" : n < MIN_RUNNING_STEPS ? "WALKING" : "RUNNING";
        steps.computeIfAbsent(what, k -> new int[1])[0] += n;
        calories.computeIfAbsent(what, k -> new double[1])[0] += day.activeCalories()[i];
      }
      Instant start = day.instantOfMinute(from);
      steps.forEach(
          (what, n) ->
              out.add(
                  startSummary(day.person(), "e" + start.getEpochSecond() + what, start)
                      .put("activityType", what)
                      .put("intensity", n[0] == 0 ? "SEDENTARY" : "ACTIVE")
                      .put("durationInSeconds", 60 * EPOCH_MINUTES)
                      .put("steps", n[0])
                      .put("distanceInMeters", JsonText.round(n[0] * SimDay.METERS_PER_STEP, 2))
                      .put("activeKilocalories", JsonText.round(calories.get(what)[0], 2))));
    }
    return out;
  }

  private JsonObject sleep(SimDay day, SimSleep sleep) {
    var levels = new JsonObject();
    for (SimSleep.Stage stage : sleep.stages()) {
      String name = stage.kind().name().toLowerCase(java.util.Locale.ROOT);
      if (!levels.containsKey(name)) {
        levels.put(name, new JsonArray());
      }
      levels
          .getJsonArray(name)
          .add(
              new JsonObject()
                  .put("startTimeInSeconds", stage.start().getEpochSecond())
                  .put("endTimeInSeconds", stage.start().getEpochSecond() + stage.seconds()));
    }
    boolean sure = !world.clock().now().isBefore(sleep.end().plus(TENTATIVE_PERIOD));
    int score = (int) Math.min(100, sleep.asleepSeconds() / 300);
    return startSummary(day.person(), "s" + sleep.start().getEpochSecond(), sleep.start())
        .put("calendarDate", day.day().toString())
        .put("durationInSeconds", sleep.asleepSeconds())
        .put("unmeasurableSleepDurationInSeconds", 0)
        .put("deepSleepDurationInSeconds", sleep.seconds(SleepStageKind.DEEP))
        .put("lightSleepDurationInSeconds", sleep.seconds(SleepStageKind.LIGHT))
        .put("remSleepInSeconds", sleep.seconds(SleepStageKind.REM))
        .put("awakeDurationInSeconds", sleep.seconds(SleepStageKind.AWAKE))
        .put("sleepLevelsMap", levels)
        .put("validation", sure ? "ENHANCED_FINAL" : "ENHANCED_TENTATIVE")
        .put(
            "overallSleepScore",
            new JsonObject().put("value", score).put("qualifierKey", score < 60 ? "POOR" : "GOOD"));
  }

  private static JsonObject weight(SimPerson person, PointEvent.Weight weight) {
    long grams = Math.round(weight.kilograms() * 1000);
    return startMeasurement(person, "b", weight.at())
        .put("weightInGrams", grams)
        .put("bodyFatInPercent", weight.fatPercent())
        .put("bodyWaterInPercent", 55.5)
        .put("muscleMassInGrams", Math.round(grams * 0.4))
        .put("boneMassInGrams", Math.round(grams * 0.04));
  }

  private static JsonObject bloodPressure(SimPerson person, PointEvent.BloodPressure pressure) {
    return startMeasurement(person, "p", pressure.at())
        .put("systolic", pressure.systolic())
        .put("diastolic", pressure.diastolic())
        .put("pulse", pressure.pulse())
        .put("sourceType", "DEVICE");
  }

  private static List<JsonObject> stress(SimDay day) {
    var values = new JsonObject();
    SeededRandom dice = SeededRandom.of(day.person().seed(), day.day().toEpochDay(), 820);
    for (int s = 0; s < 60 * day.steps().length; s += SPARSE_SECONDS) {
      values.put(Integer.toString(s), dice.chance(0.2) ? -dice.between(1, 2) : dice.between(5, 95));
    }
    return values.isEmpty()
        ? List.of()
        : List.of(
            startSummary(day.person(), "st" + day.day().toEpochDay(), day.start())
                .put("calendarDate", day.day().toString())
                .put("durationInSeconds", 60 * day.steps().length)
                .put("timeOffsetStressLevelValues", values));
  }

  private static List<JsonObject> userMetrics(SimDay day) {
    SimPerson person = day.person();
    return day.workouts().isEmpty()
        ? List.of()
        : List.of(
            new JsonObject()
                .put("summaryId", id(person, "m" + day.day().toEpochDay()))
                .put("calendarDate", day.day().toString())
                .put("vo2Max", JsonText.round(60 - person.age() / 3.0, 1)));
  }

  private static JsonObject pulseOx(SimDay day, SimSleep sleep) {
    var values = new JsonObject();
    sleep.readings().forEach(r -> values.put(after(sleep, r), Math.round(r.oxygen())));
    return night(day, sleep, "o").put("timeOffsetSpo2Values", values);
  }

  private static JsonObject respiration(SimDay day, SimSleep sleep) {
    var values = new JsonObject();
    long seconds = Duration.between(sleep.start(), sleep.end()).toSeconds();
    for (long s = 0; s < seconds; s += SPARSE_SECONDS) {
      values.put(Long.toString(s), s == 0 ? -1 : s == SPARSE_SECONDS ? 0 : sleep.breath());
    }
    return night(day, sleep, "r").put("timeOffsetEpochToBreaths", values);
  }

  private static JsonObject variability(SimDay day, SimSleep sleep) {
    var values = new JsonObject();
    sleep.readings().stream()
        .filter(r -> r.rmssd() != null)
        .forEach(r -> values.put(after(sleep, r), r.rmssd()));
    double mean =
        sleep.readings().stream()
            .map(SimSleep.Reading::rmssd)
            .filter(Objects::nonNull)
            .mapToInt(Integer::intValue)
            .average()
            .orElse(0);
    return night(day, sleep, "h").put("lastNightAvg", Math.round(mean)).put("hrvValues", values);
  }

  private static String after(SimSleep sleep, SimSleep.Reading reading) {
    return Long.toString(Duration.between(sleep.start(), reading.at()).toSeconds());
  }

  private static JsonObject night(SimDay day, SimSleep sleep, String prefix) {
    return startSummary(day.person(), prefix + sleep.start().getEpochSecond(), sleep.start())
        .put("calendarDate", day.day().toString())
        .put("durationInSeconds", Duration.between(sleep.start(), sleep.end()).toSeconds());
  }

  static JsonObject startSummary(SimPerson person, String id, Instant start) {
    return new JsonObject()
        .put("summaryId", id(person, id))
        .put("startTimeInSeconds", start.getEpochSecond())
        .put("startTimeOffsetInSeconds", offset(person, start));
  }

  private static JsonObject startMeasurement(SimPerson person, String prefix, Instant at) {
    return new JsonObject()
        .put("summaryId", id(person, prefix + at.getEpochSecond()))
        .put("measurementTimeInSeconds", at.getEpochSecond())
        .put("measurementTimeOffsetInSeconds", offset(person, at));
  }

  static int offset(SimPerson person, Instant at) {
    return person.zone().getRules().getOffset(at).getTotalSeconds();
  }

  private static String id(SimPerson person, String of) {
    return "x" + person.id().substring(0, 6) + "-" + of;
  }

  /** Returns the basal kilocalories per day (Mifflin-St Jeor). */
  private static double restingKilocaloriesPerDay(SimPerson person) {
    double base = 10 * person.weight() + 625 * person.height() - 5 * person.age();
    return base + (person.biologicalSex().equals("female") ? -161 : 5);
  }
}
