package io.tributary.simulators.wahoo;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
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

/**
 * Renders a person's workouts in the vendor's format. Figures are strings, and lists mix planned
 * with completed workouts.
 */
final class WahooRecords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int PAUSED_SECONDS = 60;
  private static final int UPLOAD_SECONDS = 300;
  private static final int PLANNED_MINUTES = 45;

  /** Completed workout with the revision of its day. */
  record CompletedWorkout(long id, SimPerson person, SimWorkout workout, int revision) {
    Instant start() {
      return workout.start();
    }
  }

  private final SimContext world;
  private final Set<Long> deleted;
  private final Map<Long, Instant> changedAt;

  /**
   * @param changedAt times at which workouts were changed or arrived late, by ID
   */
  WahooRecords(SimContext world, Set<Long> deleted, Map<Long, Instant> changedAt) {
    this.world = world;
    this.deleted = deleted;
    this.changedAt = changedAt;
  }

  static long id(SimPerson person, SimWorkout workout) {
    return person.numericId() * 1_000_000 + workout.start().getEpochSecond() / 600 % 1_000_000;
  }

  /** Returns all completed workouts, newest first. */
  List<CompletedWorkout> completed(SimPerson person) {
    var out = new ArrayList<CompletedWorkout>();
    LocalDate today = person.localDateAt(world.clock().now());
    for (SimDay day : world.people().days(person, person.firstDay(), today)) {
      for (SimWorkout w : day.workouts()) {
        out.add(new CompletedWorkout(id(person, w), person, w, day.revision()));
      }
    }
    out.removeIf(d -> deleted.contains(d.id()));
    out.sort(Comparator.comparing(CompletedWorkout::start).reversed());
    return out;
  }

  Optional<CompletedWorkout> completedById(SimPerson person, long id) {
    return completed(person).stream().filter(d -> d.id() == id).findFirst();
  }

  /**
   * Returns the list in the vendor's order: newest first, so that a planned workout precedes all
   * others.
   */
  List<JsonObject> list(SimPerson person, String fileBaseUrl) {
    var out = new ArrayList<JsonObject>();
    out.add(plan(person));
    completed(person).forEach(d -> out.add(workout(d, fileBaseUrl)));
    return out;
  }

  private JsonObject plan(SimPerson person) {
    LocalDate tomorrow = person.localDateAt(world.clock().now()).plusDays(1);
    Instant starts = tomorrow.atTime(6, 0).atZone(person.zone()).toInstant();
    Instant made = starts.minus(Duration.ofDays(3));
    return new JsonObject()
        .put("id", person.numericId() * 1_000_000 + 999_999)
        .put("starts", TIME.format(starts))
        .put("minutes", PLANNED_MINUTES)
        .put("name", "Planned ride")
        .put("plan_id", 7)
        .put("workout_token", "plan-" + person.numericId())
        .put("workout_type_id", 0)
        .putNull("workout_summary")
        .put("created_at", TIME.format(made))
        .put("updated_at", TIME.format(made));
  }

  /**
   * @param fileBaseUrl base URL of files
   */
  JsonObject workout(CompletedWorkout d, String fileBaseUrl) {
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
        .put("workout_summary", summary(d, fileBaseUrl))
        .put("created_at", TIME.format(w.end().plusSeconds(UPLOAD_SECONDS)))
        .put("updated_at", TIME.format(updated(d)));
  }

  private Instant updated(CompletedWorkout d) {
    return changedAt.getOrDefault(d.id(), d.workout().end().plusSeconds(UPLOAD_SECONDS));
  }

  JsonObject summary(CompletedWorkout d, String fileBaseUrl) {
    SimWorkout w = d.workout();
    boolean ride = w.what().sport().equals("cycling");
    var pulse = w.points().stream().mapToInt(Point::bpm).summaryStatistics();
    double watts = w.points().stream().mapToInt(Point::watts).average().orElse(0);
    long seconds = seconds(w);
    return new JsonObject()
        .put("id", d.id() + 3)
        .put("ascent_accum", formatFigure(w.what().coversDistance() ? w.climb() : 0))
        .put("calories_accum", formatFigure(w.what().calories()))
        .put("distance_accum", formatFigure(w.what().metres()))
        .put("duration_active_accum", formatFigure(seconds - PAUSED_SECONDS))
        .put("duration_paused_accum", formatFigure(PAUSED_SECONDS))
        .put("duration_total_accum", formatFigure(seconds))
        .put("cadence_avg", formatFigure(ride ? 85 : 0))
        .put("heart_rate_avg", formatFigure(pulse.getAverage()))
        // The vendor reports 0 for values without a meter.
        .put("power_bike_avg", formatFigure(ride ? watts : 0))
        .put("power_bike_np_last", formatFigure(ride ? watts + 5 : 0))
        .put("power_bike_tss_last", formatFigure(ride ? 40 : 0))
        .put("speed_avg", formatFigure(w.what().metres() / seconds))
        .put("work_accum", formatFigure(watts * seconds))
        .put("created_at", TIME.format(w.end().plusSeconds(UPLOAD_SECONDS)))
        .put("updated_at", TIME.format(updated(d)))
        .put("file", new JsonObject().put("url", fileBaseUrl + filePath(d)));
  }

  /** Returns the path of the file; the URL alone grants access to it. */
  static String filePath(CompletedWorkout d) {
    return "/files/"
        + Long.toHexString(SeededRandom.hash(d.person().seed(), d.id()))
        + "/"
        + d.id();
  }

  private static long seconds(SimWorkout w) {
    return Duration.between(w.start(), w.end()).toSeconds();
  }

  private static String formatFigure(double value) {
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
    LocalDate today = person.localDateAt(now);
    double weight =
        world.people().days(person, today.minusDays(30), today).stream()
            .flatMap(d -> d.spots(PointEvent.Weight.class).stream())
            .max(Comparator.comparing(PointEvent.Weight::at))
            .map(PointEvent.Weight::kilograms)
            .orElse(person.weight());
    Instant made = person.firstDay().atStartOfDay(person.zone()).toInstant();
    return new JsonObject()
        .put("id", person.numericId())
        .put("email", person.numericId() + "@example.com")
        .put("first", person.name())
        .put("last", "Sample")
        .put("birth", (today.getYear() - person.age()) + "-05-01")
        .put("gender", person.biologicalSex().equals("female") ? 1 : 0)
        .put("height", formatFigure(person.height()))
        .put("weight", formatFigure(weight))
        .put("created_at", TIME.format(made))
        .put("updated_at", TIME.format(now));
  }
}
