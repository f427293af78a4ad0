package io.tributary.simulators.strava;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Renders a person's workouts in the vendor's format. Local times have a Z suffix, as in the
 * vendor's API.
 */
final class StravaRecords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");
  private static final int MOVING_LAG_SECONDS = 20;

  /** Activity of a person; only its detailed form contains calories and the device. */
  record Activity(long id, Instant start, boolean hidden, SimDay day, SimWorkout workout) {}

  private final SimContext world;
  private final Set<Long> deleted;

  StravaRecords(SimContext world, Set<Long> deleted) {
    this.world = world;
    this.deleted = deleted;
  }

  static long id(SimPerson person, SimWorkout workout) {
    return person.numericId() * 1_000_000 + workout.start().getEpochSecond() / 600 % 1_000_000;
  }

  List<Activity> activities(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Activity>();
    for (SimDay day : world.people().days(person, from, to)) {
      for (SimWorkout w : day.workouts()) {
        boolean hidden =
            SeededRandom.of(person.seed(), w.start().getEpochSecond(), 820).chance(0.2);
        out.add(new Activity(id(person, w), w.start(), hidden, day, w));
      }
    }
    out.removeIf(a -> deleted.contains(a.id()));
    out.sort(Comparator.comparing(Activity::start));
    return out;
  }

  Optional<Long> latest(SimPerson person) {
    LocalDate today = person.localDateAt(world.clock().now());
    return activities(person, person.firstDay(), today).stream()
        .reduce((a, b) -> b)
        .map(Activity::id);
  }

  JsonObject athlete(SimPerson person, boolean all) {
    var json =
        new JsonObject()
            .put("id", person.numericId())
            .put("firstname", person.name())
            .put("measurement_preference", "meters");
    if (all) {
      LocalDate today = person.localDateAt(world.clock().now());
      double weight =
          world.people().days(person, today.minusDays(30), today).stream()
              .flatMap(d -> d.spots(PointEvent.Weight.class).stream())
              .max(Comparator.comparing(PointEvent.Weight::at))
              .map(PointEvent.Weight::kilograms)
              .orElse(person.weight());
      json.put("sex", person.biologicalSex().equals("female") ? "F" : "M").put("weight", weight);
    }
    return json;
  }

  /** Renders an activity as in lists. */
  static JsonObject summary(Activity a) {
    SimPerson person = a.day().person();
    SimWorkout w = a.workout();
    ZoneOffset offset = person.zone().getRules().getOffset(a.start());
    int seconds = (int) Duration.between(w.start(), w.end()).toSeconds();
    var pulse = w.points().stream().mapToInt(Point::bpm).summaryStatistics();
    String sport = sport(w);
    boolean ride = sport.equals("Ride");
    String name = sport + (a.day().revision() == 0 ? "" : " " + a.day().revision());
    var json =
        new JsonObject()
            .put("id", a.id())
            .put("name", name)
            .put("sport_type", sport)
            .put("type", sport)
            .put("start_date", TIME.format(a.start().atOffset(ZoneOffset.UTC)))
            .put("start_date_local", TIME.format(a.start().atOffset(offset)))
            .put("timezone", "(GMT" + offset.getId() + ") " + person.zone().getId())
            .put("utc_offset", (double) offset.getTotalSeconds())
            .put("elapsed_time", seconds)
            .put("moving_time", seconds - MOVING_LAG_SECONDS)
            .put("distance", w.what().metres())
            .put("total_elevation_gain", w.what().coversDistance() ? w.climb() : 0.0)
            .put("average_speed", JsonText.round(w.what().metres() / seconds, 3))
            .put("max_speed", JsonText.round(1.3 * w.what().metres() / seconds, 3))
            .put("has_heartrate", true)
            .put("average_heartrate", JsonText.round(pulse.getAverage(), 1))
            .put("max_heartrate", (double) pulse.getMax())
            .put("trainer", false)
            .put("manual", false)
            .put("private", a.hidden())
            .put("visibility", a.hidden() ? "only_me" : "everyone")
            .put("external_id", "sim-" + a.id() + ".fit")
            .put("map", map(a, false));
    if (w.what().coversDistance()) {
      json.put("elev_high", extremeAltitude(w, true)).put("elev_low", extremeAltitude(w, false));
    }
    if (ride) {
      var watts = w.points().stream().mapToInt(Point::watts).summaryStatistics();
      json.put("average_watts", JsonText.round(watts.getAverage(), 1))
          .put("max_watts", watts.getMax())
          .put("weighted_average_watts", (int) Math.round(watts.getAverage() + 5))
          .put("device_watts", true)
          .put("kilojoules", JsonText.round(watts.getAverage() * seconds / 1000, 1));
    }
    return json;
  }

  /** Renders an activity with all details. */
  static JsonObject detailed(Activity a) {
    return summary(a)
        .put("calories", JsonText.round(a.workout().what().calories(), 1))
        .put("device_name", "Simulated watch")
        .put("map", map(a, true));
  }

  private static JsonObject map(Activity a, boolean whole) {
    var json =
        new JsonObject()
            .put("id", "a" + a.id())
            .put("summary_polyline", encodedPolyline(a.workout(), 12));
    return whole ? json.put("polyline", encodedPolyline(a.workout(), 3)) : json;
  }

  private static double extremeAltitude(SimWorkout w, boolean high) {
    var all = w.points().stream().mapToDouble(Point::altitude);
    return (high ? all.max() : all.min()).orElse(0);
  }

  static String sport(SimWorkout w) {
    return switch (w.what().sport()) {
      case "running" -> "Run";
      case "cycling" -> "Ride";
      case "walking" -> "Walk";
      case "swimming" -> "Swim";
      case "strength_training" -> "WeightTraining";
      case "yoga" -> "Yoga";
      default -> "Workout";
    };
  }

  /** Returns the encoded polyline of every {@code step}-th point; empty indoors. */
  private static String encodedPolyline(SimWorkout w, int step) {
    if (!w.what().coversDistance()) {
      return "";
    }
    var out = new StringBuilder();
    long latitude = 0;
    long longitude = 0;
    for (int i = 0; i < w.points().size(); i += step) {
      long lat = Math.round(w.points().get(i).latitude() * 1e5);
      long lng = Math.round(w.points().get(i).longitude() * 1e5);
      encode(out, lat - latitude);
      encode(out, lng - longitude);
      latitude = lat;
      longitude = lng;
    }
    return out.toString();
  }

  private static void encode(StringBuilder out, long value) {
    long rest = value < 0 ? ~(value << 1) : value << 1;
    while (rest >= 0x20) {
      out.append((char) ((0x20 | rest & 0x1f) + 63));
      rest >>= 5;
    }
    out.append((char) (rest + 63));
  }

  /** Returns the requested streams that were recorded, by type. */
  static JsonObject streams(SimWorkout w, Set<String> keys) {
    boolean outdoors = w.what().coversDistance();
    boolean ride = sport(w).equals("Ride");
    var json = new JsonObject();
    put(json, keys, "time", true, w, p -> Duration.between(w.start(), p.at()).toSeconds());
    put(json, keys, "heartrate", true, w, Point::bpm);
    put(json, keys, "distance", w.what().metres() > 0, w, Point::metres);
    put(json, keys, "altitude", outdoors, w, Point::altitude);
    // Revolutions of a crank; on foot, only the steps of one foot.
    put(json, keys, "cadence", outdoors, w, p -> ride ? p.cadence() : p.cadence() / 2);
    put(json, keys, "watts", ride, w, Point::watts);
    put(
        json,
        keys,
        "latlng",
        outdoors,
        w,
        p -> new JsonArray().add(p.latitude()).add(p.longitude()));
    return json;
  }

  private static void put(
      JsonObject json,
      Set<String> keys,
      String key,
      boolean recorded,
      SimWorkout w,
      Function<Point, Object> value) {
    if (recorded && keys.contains(key)) {
      var data = new JsonArray();
      w.points().forEach(p -> data.add(value.apply(p)));
      json.put(
          key,
          new JsonObject()
              .put("data", data)
              .put("series_type", "time")
              .put("original_size", data.size())
              .put("resolution", "high"));
    }
  }
}
