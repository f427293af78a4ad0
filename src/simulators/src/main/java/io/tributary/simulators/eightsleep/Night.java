package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.Kind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A sleep in the vendor's words. */
record Night(SimPerson person, SimSleep sleep) {
  /** How long the cloud works on a night. */
  private static final Duration WORK = Duration.ofHours(1);

  /** Awake for as long, but not at once, and the bed is empty. */
  private static final int OUT_SECONDS = 300;

  private static final double BED = 27.5;
  private static final double ROOM = 20.5;

  /** A night that is thought over keeps its id. */
  String id() {
    return Long.toString(sleep.start().getEpochSecond());
  }

  private boolean processing(Instant now) {
    return now.isBefore(sleep.end().plus(WORK));
  }

  private int score() {
    return SeededRandom.of(person.seed(), sleep.start().getEpochSecond(), 811).between(40, 99);
  }

  JsonObject interval(Instant now) {
    return new JsonObject()
        .put("id", id())
        .put("ts", sleep.start().toString())
        .put("timezone", person.zone().getId())
        .put("score", score())
        .put("incomplete", processing(now))
        .put("stages", stages())
        .put("timeseries", series())
        .put("sleepStart", sleep.start().toString())
        .put("sleepEnd", sleep.end().toString());
  }

  private JsonArray stages() {
    var list = new JsonArray();
    boolean slept = false;
    for (SimSleep.Stage stage : sleep.stages()) {
      boolean out = slept && stage.kind() == Kind.AWAKE && stage.seconds() >= OUT_SECONDS;
      slept |= stage.kind() != Kind.AWAKE;
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
      add(bed, reading.at(), BED);
      add(room, reading.at(), ROOM);
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

  /** All sleeps that end on a day; what is told of its quality is that of the longest. */
  static JsonObject trend(LocalDate day, List<Night> nights, Instant now) {
    Night main =
        nights.stream().max(Comparator.comparing(n -> n.sleep.asleepSeconds())).orElseThrow();
    Instant start = nights.getFirst().sleep.start();
    Instant end = nights.getLast().sleep.end();
    double hrv = mean(main.sleep.readings().stream().map(SimSleep.Reading::rmssd).toList());
    double heart = mean(main.sleep.readings().stream().map(SimSleep.Reading::bpm).toList());
    boolean processing = nights.stream().anyMatch(n -> n.processing(now));
    int light = sum(nights, Kind.LIGHT);
    int deep = sum(nights, Kind.DEEP);
    int rem = sum(nights, Kind.REM);
    var sessions = new JsonArray();
    nights.forEach(
        n ->
            sessions.add(new JsonObject().put("id", n.id()).put("ts", n.sleep.start().toString())));
    return new JsonObject()
        .put("day", day.toString())
        .put("score", main.score())
        .put("tnt", 0)
        .put("presenceDuration", light + deep + rem + sum(nights, Kind.AWAKE))
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

  private static int sum(List<Night> nights, Kind kind) {
    return nights.stream().mapToInt(n -> n.sleep.seconds(kind)).sum();
  }

  private static double mean(List<Integer> readings) {
    double mean =
        readings.stream().filter(r -> r != null).mapToInt(Integer::intValue).average().orElse(0);
    return Math.round(mean * 10) / 10.0;
  }
}
