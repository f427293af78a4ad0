package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Renders a sleep in the vendor's format. */
record EightSleepNight(SimPerson person, SimSleep sleep) {
  /** Time for which the cloud processes a night after its end. */
  private static final Duration PROCESSING_TIME = Duration.ofHours(1);

  /** Seconds awake, not at the start of the sleep, from which the bed counts as empty. */
  private static final int OUT_OF_BED_SECONDS = 300;

  private static final double BED_CELSIUS = 27.5;
  private static final double ROOM_CELSIUS = 20.5;

  /** Returns the ID, which stays the same when the night is revised. */
  String id() {
    return Long.toString(sleep.start().getEpochSecond());
  }

  private boolean isProcessing(Instant now) {
    return now.isBefore(sleep.end().plus(PROCESSING_TIME));
  }

  private int score() {
    return SeededRandom.of(person.seed(), sleep.start().getEpochSecond(), 811).between(40, 99);
  }

  JsonObject toInterval(Instant now) {
    return new JsonObject()
        .put("id", id())
        .put("ts", sleep.start().toString())
        .put("timezone", person.zone().getId())
        .put("score", score())
        .put("incomplete", isProcessing(now))
        .put("stages", stages())
        .put("timeseries", series())
        .put("sleepStart", sleep.start().toString())
        .put("sleepEnd", sleep.end().toString());
  }

  private JsonArray stages() {
    var list = new JsonArray();
    boolean slept = false;
    for (SimSleep.Stage stage : sleep.stages()) {
      boolean out =
          slept && stage.kind() == SleepStageKind.AWAKE && stage.seconds() >= OUT_OF_BED_SECONDS;
      slept |= stage.kind() != SleepStageKind.AWAKE;
      list.add(
          new JsonObject()
              .put("stage", out ? "out" : stage.kind().name().toLowerCase(Locale.ROOT))
              .put("duration", stage.seconds()));
    }
    return list;
  }

  private JsonObject series() {
    var heart = new JsonArray();
    var breath = new JsonArray();
    var hrv = new JsonArray();
    var turns = new JsonArray();
    var bed = new JsonArray();
    var room = new JsonArray();
    for (SimSleep.Reading reading : sleep.readings()) {
      add(heart, reading.at(), reading.bpm());
      add(hrv, reading.at(), reading.rmssd());
      add(breath, reading.at(), sleep.breath());
      add(turns, reading.at(), 0);
      add(bed, reading.at(), BED_CELSIUS);
      add(room, reading.at(), ROOM_CELSIUS);
    }
    return new JsonObject()
        .put("heartRate", heart)
        .put("respiratoryRate", breath)
        .put("hrv", hrv)
        .put("tnt", turns)
        .put("tempBedC", bed)
        .put("tempRoomC", room);
  }

  private static void add(JsonArray list, Instant at, Number value) {
    if (value != null) {
      list.add(new JsonArray().add(at.toString()).add(value));
    }
  }

  /** Renders all sleeps that end on a day; the quality scores are those of the longest. */
  static JsonObject toTrend(LocalDate day, List<EightSleepNight> nights, Instant now) {
    EightSleepNight main =
        nights.stream().max(Comparator.comparing(n -> n.sleep.asleepSeconds())).orElseThrow();
    Instant start = nights.getFirst().sleep.start();
    Instant end = nights.getLast().sleep.end();
    double hrv = mean(main.sleep.readings().stream().map(SimSleep.Reading::rmssd).toList());
    double heart = mean(main.sleep.readings().stream().map(SimSleep.Reading::bpm).toList());
    boolean processing = nights.stream().anyMatch(n -> n.isProcessing(now));
    int light = totalSeconds(nights, SleepStageKind.LIGHT);
    int deep = totalSeconds(nights, SleepStageKind.DEEP);
    int rem = totalSeconds(nights, SleepStageKind.REM);
    var sessions = new JsonArray();
    nights.forEach(
        n ->
            sessions.add(new JsonObject().put("id", n.id()).put("ts", n.sleep.start().toString())));
    return new JsonObject()
        .put("day", day.toString())
        .put("score", main.score())
        .put("tnt", 0)
        .put("presenceDuration", light + deep + rem + totalSeconds(nights, SleepStageKind.AWAKE))
        .put("sleepDuration", light + deep + rem)
        .put("lightDuration", light)
        .put("deepDuration", deep)
        .put("remDuration", rem)
        .put("presenceStart", start.toString())
        .put("presenceEnd", end.toString())
        .put("sleepStart", start.toString())
        .put("sleepEnd", end.toString())
        .put("processing", processing)
        .put("incomplete", processing)
        .put(
            "sleepQualityScore",
            new JsonObject()
                .put("total", main.score())
                .put("hrv", new JsonObject().put("current", hrv))
                .put("respiratoryRate", new JsonObject().put("current", main.sleep.breath())))
        .put(
            "sleepRoutineScore",
            new JsonObject().put("heartRate", new JsonObject().put("current", heart)))
        .put("sessions", sessions);
  }

  private static int totalSeconds(List<EightSleepNight> nights, SleepStageKind kind) {
    return nights.stream().mapToInt(n -> n.sleep.seconds(kind)).sum();
  }

  private static double mean(List<Integer> readings) {
    double mean =
        readings.stream().filter(r -> r != null).mapToInt(Integer::intValue).average().orElse(0);
    return Math.round(mean * 10) / 10.0;
  }
}
