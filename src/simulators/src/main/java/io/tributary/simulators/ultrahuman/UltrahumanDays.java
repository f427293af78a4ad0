package io.tributary.simulators.ultrahuman;

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
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Renders one local day of a person in the vendor's format. */
final class UltrahumanDays {
  static final double MG_DL = 18.018;

  private static final int BUCKET_MINUTES = 15;
  private static final int TEMPERATURE_SECONDS = 600;
  private static final int MIN_ACTIVE_STEPS = 60;

  private final SimContext world;

  UltrahumanDays(SimContext world) {
    this.world = world;
  }

  /**
   * Returns the metrics of the day up to now; empty if there are none.
   *
   * @param scopes granted scopes, which limit the metrics
   */
  JsonArray metrics(SimPerson person, LocalDate date, Set<String> scopes) {
    SimDay day = world.people().day(person, date);
    var out = new JsonArray();
    if (scopes.contains(UltrahumanVendor.RING)) {
      ring(day, out);
    }
    if (scopes.contains(UltrahumanVendor.CGM)) {
      var glucose = new JsonArray();
      day.spots(PointEvent.Glucose.class)
          .forEach(g -> glucose.add(value(g.at(), JsonText.round(g.mmolPerLitre() * MG_DL, 1))));
      series(out, day, "glucose", "Glucose", "mg/dL", glucose);
    }
    return out;
  }

  private void ring(SimDay day, JsonArray out) {
    var heart = new JsonArray();
    for (HeartPoint p : day.heart()) {
      heart.add(value(Instant.ofEpochSecond(p.epochSecond()), p.bpm()));
    }
    series(out, day, "hr", "Heart Rate", "BPM", heart);
    series(out, day, "hrv", "HRV", "ms", variability(day));
    series(out, day, "temp", "Temperature", "C", temperature(day));
    series(out, day, "steps", "Steps", "count", steps(day));
    for (SimSleep sleep : day.sleeps()) {
      out.add(metric("Sleep", sleep(day, sleep)));
    }
    if (!day.sleeps().isEmpty()) {
      int recovery =
          SeededRandom.of(day.person().seed(), day.day().toEpochDay(), 831).between(30, 95);
      out.add(metric("recovery", single(day, recovery)));
    }
    if (day.steps().length > 0 && Arrays.stream(day.steps()).sum() > 0) {
      long brisk = Arrays.stream(day.steps()).filter(n -> n >= MIN_ACTIVE_STEPS).count();
      out.add(metric("active_minutes", single(day, brisk)));
      out.add(
          metric(
              "vo2_max", single(day, SeededRandom.of(day.person().seed(), 832).between(30, 58))));
    }
  }

  private static JsonObject metric(String type, JsonObject object) {
    return new JsonObject().put("type", type).put("object", object);
  }

  private static JsonObject single(SimDay day, Object value) {
    return new JsonObject()
        .put("day_start_timestamp", day.start().getEpochSecond())
        .put("value", value);
  }

  private static void series(
      JsonArray out, SimDay day, String type, String title, String unit, JsonArray values) {
    if (!values.isEmpty()) {
      out.add(
          metric(
              type,
              new JsonObject()
                  .put("day_start_timestamp", day.start().getEpochSecond())
                  .put("title", title)
                  .put("unit", unit)
                  .put("values", values)
                  .put("last_reading", values.getJsonObject(values.size() - 1).getValue("value"))));
    }
  }

  private static JsonObject value(Instant at, Object value) {
    return new JsonObject().put("value", value).put("timestamp", at.getEpochSecond());
  }

  /** Returns the readings within the day of all nights that overlap it. */
  private JsonArray variability(SimDay day) {
    var out = new JsonArray();
    SimDay next = world.people().day(day.person(), day.day().plusDays(1));
    Stream.concat(day.sleeps().stream(), next.sleeps().stream())
        .flatMap(s -> s.readings().stream())
        .filter(r -> r.rmssd() != null)
        .filter(r -> !r.at().isBefore(day.start()) && r.at().isBefore(day.end()))
        .forEach(r -> out.add(value(r.at(), r.rmssd())));
    return out;
  }

  private JsonArray temperature(SimDay day) {
    var out = new JsonArray();
    Instant now = world.clock().now();
    if (day.day().isBefore(day.person().firstDay())) {
      return out;
    }
    for (Instant at = day.start();
        at.isBefore(day.end()) && !at.isAfter(now);
        at = at.plusSeconds(TEMPERATURE_SECONDS)) {
      out.add(value(at, temperature(day.person(), at)));
    }
    return out;
  }

  /** Returns the finger temperature in degrees Celsius. */
  static double temperature(SimPerson person, Instant at) {
    SeededRandom dice =
        SeededRandom.of(person.seed(), at.getEpochSecond() / TEMPERATURE_SECONDS, 830);
    return JsonText.round(dice.nextGaussianAround(34.6, 0.5), 2);
  }

  /** Returns the 15-minute intervals that have steps. */
  private static JsonArray steps(SimDay day) {
    var out = new JsonArray();
    for (int from = 0; from < day.steps().length; from += BUCKET_MINUTES) {
      int to = Math.min(day.steps().length, from + BUCKET_MINUTES);
      int sum = Arrays.stream(day.steps(), from, to).sum();
      if (sum > 0) {
        out.add(value(day.instantOfMinute(from), sum));
      }
    }
    return out;
  }

  private static JsonObject sleep(SimDay day, SimSleep sleep) {
    long inBed = Duration.between(sleep.start(), sleep.end()).toSeconds();
    var stages = new JsonArray();
    for (SleepStageKind kind : SleepStageKind.values()) {
      int seconds = sleep.seconds(kind);
      stages.add(
          new JsonObject()
              .put("type", name(kind))
              .put("stage_time", seconds)
              .put("percentage", Math.round(100.0 * seconds / inBed)));
    }
    var graph = new JsonArray();
    for (SimSleep.Stage s : sleep.stages()) {
      long from = s.start().getEpochSecond();
      graph.add(
          new JsonObject()
              .put("start", from)
              .put("end", from + s.seconds())
              .put("type", name(s.kind())));
    }
    var quick =
        new JsonArray()
            .add(quickMetric("time_in_bed", inBed))
            .add(quickMetric("total_sleep", sleep.asleepSeconds()))
            .add(quickMetric("sleep_efic", Math.round(100.0 * sleep.asleepSeconds() / inBed)));
    return new JsonObject()
        .put("day_start_timestamp", day.start().getEpochSecond())
        .put("bedtime_start", sleep.start().getEpochSecond())
        .put("bedtime_end", sleep.end().getEpochSecond())
        .put("quick_metrics", quick)
        .put("sleep_stages", stages)
        .put("sleep_graph", new JsonObject().put("data", graph))
        .put(
            "score",
            new JsonObject().put("score", Math.round(100.0 * sleep.asleepSeconds() / inBed)));
  }

  private static JsonObject quickMetric(String type, long value) {
    return new JsonObject().put("type", type).put("value", value);
  }

  private static String name(SleepStageKind kind) {
    return kind == SleepStageKind.AWAKE ? "awake" : kind.name().toLowerCase(Locale.ROOT) + "_sleep";
  }
}
