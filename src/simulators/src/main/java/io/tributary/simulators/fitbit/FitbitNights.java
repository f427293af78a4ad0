package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/**
 * Renders a person's nights in the vendor's format. Naps have the older classic type without
 * stages.
 */
final class FitbitNights {
  /** Longest awake period that is reported only in {@code shortData}, next to the stages. */
  private static final int MAX_SHORT_WAKE_SECONDS = 180;

  private FitbitNights() {}

  private record SleepSegment(String level, Instant start, int seconds) {}

  static JsonObject sleep(SimDay day, SimSleep s) {
    SimPerson person = day.person();
    long length = Duration.between(s.start(), s.end()).toSeconds();
    int awake = s.seconds(SleepStageKind.AWAKE);
    SimSleep.Stage first = s.stages().getFirst();
    return new JsonObject()
        .put("logId", FitbitDayRenderer.logId(person, s.start(), 0))
        .put("dateOfSleep", day.day().toString())
        .put("startTime", FitbitTimes.local(person, s.start()))
        .put("endTime", FitbitTimes.local(person, s.end()))
        .put("duration", length * 1000)
        .put("timeInBed", length / 60)
        .put("minutesAsleep", minutes(s.asleepSeconds()))
        .put("minutesAwake", minutes(awake))
        .put(
            "minutesToFallAsleep",
            first.kind() == SleepStageKind.AWAKE ? minutes(first.seconds()) : 0)
        .put("efficiency", Math.round(100.0 * s.asleepSeconds() / length))
        .put("isMainSleep", !s.nap())
        .put("logType", "auto_detected")
        .put("type", s.nap() ? "classic" : "stages")
        .put("levels", s.nap() ? classic(person, s) : stages(person, s));
  }

  private static long minutes(int seconds) {
    return Math.round(seconds / 60.0);
  }

  private static JsonObject stages(SimPerson person, SimSleep s) {
    List<SleepSegment> data = new ArrayList<>();
    List<SleepSegment> shorts = new ArrayList<>();
    for (SimSleep.Stage stage : s.stages()) {
      boolean brief =
          stage.kind() == SleepStageKind.AWAKE && stage.seconds() <= MAX_SHORT_WAKE_SECONDS;
      if (brief && !data.isEmpty()) {
        shorts.add(new SleepSegment("wake", stage.start(), stage.seconds()));
        addSegment(data, data.getLast().level(), stage.start(), stage.seconds());
      } else {
        addSegment(data, level(stage.kind()), stage.start(), stage.seconds());
      }
    }
    var summary = new JsonObject();
    for (SleepStageKind kind : SleepStageKind.values()) {
      summary.put(level(kind), new JsonObject().put("minutes", minutes(s.seconds(kind))));
    }
    return new JsonObject()
        .put("summary", summary)
        .put("data", renderSegments(person, data))
        .put("shortData", renderSegments(person, shorts));
  }

  private static JsonObject classic(SimPerson person, SimSleep s) {
    List<SleepSegment> data = new ArrayList<>();
    for (SimSleep.Stage stage : s.stages()) {
      String level =
          stage.kind() != SleepStageKind.AWAKE
              ? "asleep"
              : stage.seconds() <= 300 ? "restless" : "awake";
      addSegment(data, level, stage.start(), stage.seconds());
    }
    var summary = new JsonObject();
    for (String level : List.of("asleep", "restless", "awake")) {
      int seconds =
          data.stream().filter(p -> p.level().equals(level)).mapToInt(SleepSegment::seconds).sum();
      summary.put(level, new JsonObject().put("minutes", minutes(seconds)));
    }
    return new JsonObject().put("summary", summary).put("data", renderSegments(person, data));
  }

  private static String level(SleepStageKind kind) {
    return kind == SleepStageKind.AWAKE ? "wake" : kind.name().toLowerCase(Locale.ROOT);
  }

  private static void addSegment(List<SleepSegment> parts, String level, Instant at, int seconds) {
    if (seconds <= 0) {
      return;
    }
    if (!parts.isEmpty() && parts.getLast().level().equals(level)) {
      SleepSegment last = parts.removeLast();
      parts.add(new SleepSegment(level, last.start(), last.seconds() + seconds));
    } else {
      parts.add(new SleepSegment(level, at, seconds));
    }
  }

  private static JsonArray renderSegments(SimPerson person, List<SleepSegment> parts) {
    var all = new JsonArray();
    parts.forEach(
        p ->
            all.add(
                new JsonObject()
                    .put("dateTime", FitbitTimes.local(person, p.start()))
                    .put("level", p.level())
                    .put("seconds", p.seconds())));
    return all;
  }

  private static JsonObject dated(SimDay day, JsonObject value) {
    return new JsonObject().put("dateTime", day.day().toString()).put("value", value);
  }

  /** Returns the breathing rate of the night, optionally by stage. */
  static List<JsonObject> breathingRate(SimDay day, boolean stages) {
    return day.nights().stream()
        .map(
            s ->
                dated(
                    day,
                    stages
                        ? new JsonObject()
                            .put("deepSleepSummary", rate(s.breath() - 0.4))
                            .put("remSleepSummary", rate(s.breath() + 0.6))
                            .put("fullSleepSummary", rate(s.breath()))
                            .put("lightSleepSummary", rate(s.breath() + 0.1))
                        : rate(s.breath())))
        .toList();
  }

  private static JsonObject rate(double breaths) {
    return new JsonObject().put("breathingRate", JsonText.round(breaths, 1));
  }

  static List<JsonObject> variability(SimDay day, boolean all) {
    var out = new ArrayList<JsonObject>();
    for (SimSleep s : day.nights()) {
      var minutes = new JsonArray();
      var stats = new DoubleSummaryStatistics();
      for (SimSleep.Reading r : s.readings()) {
        if (r.rmssd() != null) {
          stats.accept(r.rmssd());
          minutes.add(
              new JsonObject()
                  .put("minute", FitbitTimes.local(day.person(), r.at()))
                  .put(
                      "value",
                      new JsonObject().put("rmssd", (double) r.rmssd()).put("coverage", 0.98)));
        }
      }
      out.add(
          all
              ? new JsonObject().put("dateTime", day.day().toString()).put("minutes", minutes)
              : dated(
                  day,
                  new JsonObject()
                      .put("dailyRmssd", JsonText.round(stats.getAverage(), 3))
                      .put("deepRmssd", JsonText.round(stats.getAverage() * 1.1, 3))));
    }
    return out;
  }

  static List<JsonObject> oxygenSaturation(SimDay day) {
    return day.nights().stream()
        .map(s -> s.readings().stream().mapToDouble(SimSleep.Reading::oxygen).summaryStatistics())
        .map(
            o ->
                dated(
                    day,
                    new JsonObject()
                        .put("avg", JsonText.round(o.getAverage(), 1))
                        .put("min", o.getMin())
                        .put("max", o.getMax())))
        .toList();
  }

  /** Returns the skin temperature relative to the person's usual one. */
  static List<JsonObject> skinTemperature(SimDay day) {
    return day.nights().stream()
        .map(
            s ->
                dated(
                        day,
                        new JsonObject()
                            .put("nightlyRelative", JsonText.round(s.breath() / 10 - 1.5, 1)))
                    .put("logType", "dedicated_temp_sensor"))
        .toList();
  }

  static List<JsonObject> coreTemperature(SimDay day) {
    return day.spots(PointEvent.Temperature.class).stream()
        .map(
            t ->
                new JsonObject()
                    .put("dateTime", FitbitTimes.local(day.person(), t.at()).substring(0, 19))
                    .put("value", t.celsius()))
        .toList();
  }

  /** Returns the cardio score as a range, as it is reported without a run tracked by GPS. */
  static List<JsonObject> cardioScore(SimDay day) {
    if (!day.isWorn()) {
      return List.of();
    }
    int low = 62 - day.person().age() / 3;
    return List.of(dated(day, new JsonObject().put("vo2Max", low + "-" + (low + 4))));
  }
}
