package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A person's workouts in the vendor's words: figures as texts, and plans among what was done. */
final class WahooRecords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int PAUSED_SECONDS = 60;
  private static final int UPLOAD_SECONDS = 300;
  private static final int PLANNED_MINUTES = 45;

  /** A workout that was done; the revision is its day's. */
  record Done(long id, SimPerson person, SimWorkout workout, int revision) {
    Instant start() {
      return workout.start();
    }
  }

  private final SimWorld world;
  private final Set<Long> deleted;
  private final Map<Long, Instant> touched;

  /**
   * @param touched when a workout was changed, or came in, later than usual
   */
  WahooRecords(SimWorld world, Set<Long> deleted, Map<Long, Instant> touched) {
    this.world = world;
    this.deleted = deleted;
    this.touched = touched;
  }

  static long id(SimPerson person, SimWorkout workout) {
    return person.number() * 1_000_000 + workout.start().getEpochSecond() / 600 % 1_000_000;
  }

  /** All that was done, newest first. */
  List<Done> done(SimPerson person) {
    var out = new ArrayList<Done>();
    LocalDate today = person.dayAt(world.clock().now());
    for (SimDay day : world.people().days(person, person.firstDay(), today)) {
      for (SimWorkout w : day.workouts()) {
        out.add(new Done(id(person, w), person, w, day.revision()));
      }
    }
    out.removeIf(d -> deleted.contains(d.id()));
    out.sort(Comparator.comparing(Done::start).reversed());
    return out;
  }

  Optional<Done> one(SimPerson person, long id) {
    return done(person).stream().filter(d -> d.id() == id).findFirst();
  }

  /** The list as it is told: newest first, so that what is only planned stands before all. */
  List<JsonObject> listed(SimPerson person, String files) {
    var out = new ArrayList<JsonObject>();
    out.add(plan(person));
    done(person).forEach(d -> out.add(workout(d, files)));
    return out;
  }

  private JsonObject plan(SimPerson person) {
    LocalDate tomorrow = person.dayAt(world.clock().now()).plusDays(1);
    Instant starts = tomorrow.atTime(6, 0).atZone(person.zone()).toInstant();
    Instant made = starts.minus(Duration.ofDays(3));
    return new JsonObject()
        .put("id", person.number() * 1_000_000 + 999_999)
        .put("starts", TIME.format(starts))
        .put("minutes", PLANNED_MINUTES)
        .put("name", "Planned ride")
        .put("plan_id", 7)
        .put("workout_token", "plan-" + person.number())
        .put("workout_type_id", 0)
        .putNull("workout_summary")
        .put("created_at", TIME.format(made))
        .put("updated_at", TIME.format(made));
  }

  /**
   * @param files begin of addresses of files
   */
  JsonObject workout(Done d, String files) {
    SimWorkout w = d.workout();
    String name = w.what().sport() + (d.revision() == 0 ? "" : " " + d.revision());
    return new JsonObject()
        .put("id", d.id())
        .put("starts", TIME.format(w.start()))
        .put("minutes", (int) Math.ceil(seconds(w) / 60.0))
        .put("name", name)
        .putNull("plan_id")
        .put("workout_token", "ELEMNT " + d.id())
        .put("workout_type_id", type(w))
        .put("workout_summary", summary(d, files))
        .put("created_at", TIME.format(w.end().plusSeconds(UPLOAD_SECONDS)))
        .put("updated_at", TIME.format(updated(d)));
  }

  private Instant updated(Done d) {
    return touched.getOrDefault(d.id(), d.workout().end().plusSeconds(UPLOAD_SECONDS));
  }

  JsonObject summary(Done d, String files) {
    SimWorkout w = d.workout();
    boolean ride = w.what().sport().equals("cycling");
    var pulse = w.points().stream().mapToInt(Point::bpm).summaryStatistics();
    double watts = w.points().stream().mapToInt(Point::watts).average().orElse(0);
    long seconds = seconds(w);
    return new JsonObject()
        .put("id", d.id() + 3)
        .put("ascent_accum", figure(w.what().outdoors() ? w.climb() : 0))
        .put("calories_accum", figure(w.what().calories()))
        .put("distance_accum", figure(w.what().metres()))
        .put("duration_active_accum", figure(seconds - PAUSED_SECONDS))
        .put("duration_paused_accum", figure(PAUSED_SECONDS))
        .put("duration_total_accum", figure(seconds))
        .put("cadence_avg", figure(ride ? 85 : 0))
        .put("heart_rate_avg", figure(pulse.getAverage()))
        // Of what no meter measured it tells a zero.
        .put("power_bike_avg", figure(ride ? watts : 0))
        .put("power_bike_np_last", figure(ride ? watts + 5 : 0))
        .put("power_bike_tss_last", figure(ride ? 40 : 0))
        .put("speed_avg", figure(w.what().metres() / seconds))
        .put("work_accum", figure(watts * seconds))
        .put("created_at", TIME.format(w.end().plusSeconds(UPLOAD_SECONDS)))
        .put("updated_at", TIME.format(updated(d)))
        .put("file", new JsonObject().put("url", files + path(d)));
  }

  /** Whoever knows the address may read the file. */
  static String path(Done d) {
    return "/files/"
        + Long.toHexString(SeededRandom.hash(d.person().seed(), d.id()))
        + "/"
        + d.id();
  }

  private static long seconds(SimWorkout w) {
    return Duration.between(w.start(), w.end()).toSeconds();
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static int type(SimWorkout w) {
    return switch (w.what().sport()) {
      case "cycling" -> 0;
      case "running" -> 1;
      case "walking" -> 6;
      case "swimming" -> 25;
      case "strength_training" -> 42;
      case "yoga" -> 66;
      default -> 47;
    };
  }

  JsonObject user(SimPerson person) {
    Instant now = world.clock().now();
    LocalDate today = person.dayAt(now);
    double weight =
        world.people().days(person, today.minusDays(30), today).stream()
            .flatMap(d -> d.spots(PointEvent.Weight.class).stream())
            .max(Comparator.comparing(PointEvent.Weight::at))
            .map(PointEvent.Weight::kilograms)
            .orElse(person.weight());
    Instant made = person.firstDay().atStartOfDay(person.zone()).toInstant();
    return new JsonObject()
        .put("id", person.number())
        .put("email", person.number() + "@example.com")
        .put("first", person.name())
        .put("last", "Sample")
        .put("birth", (today.getYear() - person.age()) + "-05-01")
        .put("gender", person.biologicalSex().equals("female") ? 1 : 0)
        .put("height", figure(person.height()))
        .put("weight", figure(weight))
        .put("created_at", TIME.format(made))
        .put("updated_at", TIME.format(now));
  }
}
