package io.tributary.simulators.polar;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Renders a person's days in the vendor's format. Most times are local times. Keys are spelled one
 * way in lists and another way within samples, zones and the user.
 */
final class PolarRecords {
  private static final DateTimeFormatter LOCAL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
  private static final DateTimeFormatter WITH_OFFSET =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm");
  private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final Duration UPLOAD_DELAY = Duration.ofMinutes(5);
  private static final int SPACING_SECONDS = 10;

  /** One of this many readings of the chest strap fails. */
  private static final int FAILURE_INTERVAL = 50;

  /** Nightly Recharge covers four hours, beginning half an hour after falling asleep. */
  private static final int FIRST_READING = 6;

  private static final int LAST_READING = 54;

  private PolarRecords() {}

  static String exerciseId(SimPerson person, SimWorkout w) {
    byte[] of = (person.id() + " " + w.start()).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(of).toString().substring(24).toUpperCase(Locale.ROOT);
  }

  static Instant uploaded(SimWorkout w) {
    return w.end().plus(UPLOAD_DELAY);
  }

  static JsonObject exercise(SimDay day, SimWorkout w, boolean samples, boolean zones) {
    SimPerson person = day.person();
    var pulse = w.points().stream().mapToInt(Point::bpm).summaryStatistics();
    boolean moves = w.what().metres() > 0;
    var json =
        new JsonObject()
            .put("id", exerciseId(person, w))
            .put("upload_time", uploaded(w).toString())
            .put("polar_user", user(person))
            .put("device", "Simulated watch")
            .put("device_id", deviceId(person))
            .put("start_time", LOCAL_TIME.format(w.start().atZone(person.zone())))
            .put("start_time_utc_offset", offset(person, w.start()).getTotalSeconds() / 60)
            .put("duration", Duration.between(w.start(), w.end()).toString())
            .put("calories", Math.round(w.what().calories()))
            .put(
                "heart_rate",
                new JsonObject()
                    .put("average", Math.round(pulse.getAverage()))
                    .put("maximum", pulse.getMax()))
            .put("sport", sport(w))
            .put("detailed_sport_info", detailedSport(w))
            .put("has_route", false);
    if (moves) {
      json.put("distance", w.what().metres());
    }
    if (samples) {
      json.put("samples", samples(w));
    }
    if (zones) {
      json.put("heart_rate_zones", zones(person, w));
    }
    return json;
  }

  private static JsonArray samples(SimWorkout w) {
    var out = new JsonArray();
    List<Point> points = w.points();
    String pulse =
        IntStream.range(0, points.size())
            .mapToObj(
                i ->
                    i % FAILURE_INTERVAL == FAILURE_INTERVAL - 1
                        ? ""
                        : Integer.toString(points.get(i).bpm()))
            .collect(Collectors.joining(","));
    out.add(series(0, pulse));
    if (w.what().metres() > 0) {
      // Kilometers per hour.
      out.add(
          series(
              1,
              IntStream.range(0, points.size())
                  .mapToObj(
                      i ->
                          Double.toString(
                              JsonText.round(
                                  i == 0 ? 0 : speed(points.get(i - 1), points.get(i)), 1)))
                  .collect(Collectors.joining(","))));
    }
    if (points.stream().anyMatch(p -> p.cadence() > 0)) {
      out.add(series(2, joinSamples(points, Point::cadence)));
    }
    if (w.what().coversDistance()) {
      out.add(series(3, joinSamples(points, Point::altitude)));
    }
    if (points.stream().anyMatch(p -> p.watts() > 0)) {
      out.add(series(4, joinSamples(points, Point::watts)));
    }
    return out;
  }

  private static double speed(Point before, Point at) {
    return (at.metres() - before.metres()) / SPACING_SECONDS * 3.6;
  }

  private static String joinSamples(List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream()
        .map(p -> Double.toString(value.applyAsDouble(p)))
        .collect(Collectors.joining(","));
  }

  private static JsonObject series(int type, String data) {
    return new JsonObject()
        .put("recording-rate", SPACING_SECONDS)
        .put("sample-type", Integer.toString(type))
        .put("data", data);
  }

  /**
   * Returns the five heart rate zones of the person's own settings, which differ from those of the
   * service.
   */
  private static JsonArray zones(SimPerson person, SimWorkout w) {
    var out = new JsonArray();
    double most = 220 - person.age();
    for (int i = 1; i <= 5; i++) {
      double low = (40 + 10 * i) / 100.0 * most;
      double high = (50 + 10 * i) / 100.0 * most;
      long in = w.points().stream().filter(p -> p.bpm() >= low && p.bpm() < high).count();
      out.add(
          new JsonObject()
              .put("index", i)
              .put("lower-limit", (int) low)
              .put("upper-limit", (int) high)
              .put("in-zone", Duration.ofSeconds(SPACING_SECONDS * in).toString()));
    }
    return out;
  }

  private static String sport(SimWorkout w) {
    return switch (w.what().sport()) {
      case "house_work" -> "OTHER";
      default -> w.what().sport().toUpperCase(Locale.ROOT);
    };
  }

  private static String detailedSport(SimWorkout w) {
    return w.what().sport().equals("cycling") ? "ROAD_BIKING" : sport(w);
  }

  /** Renders a day up to now; the start and end times have no offset. */
  static JsonObject activity(SimDay day) {
    SimPerson person = day.person();
    int steps = Arrays.stream(day.steps()).sum();
    double active = Arrays.stream(day.activeCalories()).sum();
    long moving = Arrays.stream(day.steps()).filter(s -> s > 0).count();
    return new JsonObject()
        .put("polar_user", user(person))
        .put("start_time", LOCAL_TIME.format(day.day().atStartOfDay()))
        .put("end_time", LOCAL_TIME.format(day.day().atTime(23, 59, 59)))
        .put("active_duration", Duration.ofMinutes(moving).toString())
        .put("inactive_duration", Duration.ofMinutes(day.steps().length - moving).toString())
        .put(
            "calories",
            Math.round(active + restingKilocaloriesPerDay(person) * day.steps().length / 1440))
        .put("active_calories", Math.round(active))
        .put("steps", steps)
        .put("distance_from_steps", JsonText.round(steps * SimDay.METERS_PER_STEP, 1));
  }

  static JsonObject night(SimDay day, SimSleep s) {
    SimPerson person = day.person();
    ZoneId zone = person.zone();
    var hypnogram = new JsonObject();
    for (SimSleep.Stage stage : s.stages()) {
      // If two stages begin in the same minute, the later one is kept, because each clock time is a
      // unique key.
      hypnogram.put(MINUTE.format(stage.start().atZone(zone)), stageCode(stage.kind()));
    }
    var pulse = new JsonObject();
    s.readings().stream()
        .filter(r -> r.bpm() != null)
        .forEach(r -> pulse.put(MINUTE.format(r.at().atZone(zone)), r.bpm()));
    return new JsonObject()
        .put("polar_user", user(person))
        .put("date", day.day().toString())
        .put("sleep_start_time", WITH_OFFSET.format(s.start().atZone(zone)))
        .put("sleep_end_time", WITH_OFFSET.format(s.end().atZone(zone)))
        .put("device_id", deviceId(person))
        .put("light_sleep", s.seconds(SimSleep.SleepStageKind.LIGHT))
        .put("deep_sleep", s.seconds(SimSleep.SleepStageKind.DEEP))
        .put("rem_sleep", s.seconds(SimSleep.SleepStageKind.REM))
        .put("unrecognized_sleep_stage", 0)
        .put("total_interruption_duration", s.seconds(SimSleep.SleepStageKind.AWAKE))
        .put("sleep_score", Math.max(1, Math.min(100, s.asleepSeconds() / 288)))
        .put("hypnogram", hypnogram)
        .put("heart_rate_samples", pulse);
  }

  private static int stageCode(SimSleep.SleepStageKind kind) {
    return switch (kind) {
      case AWAKE -> 0;
      case REM -> 1;
      case LIGHT -> 3;
      case DEEP -> 4;
    };
  }

  static JsonObject recharge(SimDay day, SimSleep s) {
    ZoneId zone = day.person().zone();
    var hrv = new JsonObject();
    var breaths = new JsonObject();
    List<SimSleep.Reading> looked =
        s.readings()
            .subList(
                Math.min(FIRST_READING, s.readings().size()),
                Math.min(LAST_READING, s.readings().size()));
    for (SimSleep.Reading r : looked) {
      String at = MINUTE.format(r.at().atZone(zone));
      if (r.rmssd() != null) {
        hrv.put(at, r.rmssd());
      }
      breaths.put(at, s.breath());
    }
    return new JsonObject()
        .put("polar_user", user(day.person()))
        .put("date", day.day().toString())
        .put("heart_rate_avg", mean(looked.stream().map(SimSleep.Reading::bpm).toList()))
        .put(
            "heart_rate_variability_avg",
            mean(looked.stream().map(SimSleep.Reading::rmssd).toList()))
        .put("breathing_rate_avg", s.breath())
        .put("hrv_samples", hrv)
        .put("breathing_samples", breaths);
  }

  private static long mean(List<Integer> values) {
    return Math.round(
        values.stream().filter(Objects::nonNull).mapToInt(Integer::intValue).average().orElse(0));
  }

  static JsonObject heart(SimDay day) {
    var samples = new JsonArray();
    for (HeartPoint p : day.heart()) {
      samples.add(
          new JsonObject()
              .put("heart_rate", p.bpm())
              .put(
                  "sample_time",
                  SECOND.format(
                      Instant.ofEpochSecond(p.epochSecond()).atZone(day.person().zone()))));
    }
    return new JsonObject()
        .put("polar_user", user(day.person()))
        .put("date", day.day().toString())
        .put("heart_rate_samples", samples);
  }

  static JsonObject physical(SimPerson person, List<SimDay> latest) {
    return new JsonObject()
        .put("polar-user", user(person))
        .put("weight", weight(person, latest))
        .put("height", centimetres(person))
        .put("maximum-heart-rate", 220 - person.age())
        .put("resting-heart-rate", person.restingPulse())
        .put("vo2-max", 30 + person.age() % 25)
        .put("weight-source", "USER");
  }

  static JsonObject user(SimPerson person, String memberId, List<SimDay> latest, LocalDate today) {
    return new JsonObject()
        .put("polar-user-id", person.numericId())
        .put("member-id", memberId)
        .put("first-name", person.name())
        .put("birthdate", LocalDate.of(today.getYear() - person.age(), 1, 1).toString())
        .put("gender", person.biologicalSex().toUpperCase(Locale.ROOT))
        .put("weight", weight(person, latest))
        .put("height", centimetres(person));
  }

  private static double weight(SimPerson person, List<SimDay> latest) {
    return latest.stream()
        .flatMap(d -> d.spots(PointEvent.Weight.class).stream())
        .max(Comparator.comparing(PointEvent.Weight::at))
        .map(PointEvent.Weight::kilograms)
        .orElse(person.weight());
  }

  private static double centimetres(SimPerson person) {
    return Math.round(100 * person.height());
  }

  /** Returns the basal kilocalories per day (Mifflin-St Jeor). */
  private static double restingKilocaloriesPerDay(SimPerson person) {
    double base = 10 * person.weight() + 625 * person.height() - 5 * person.age();
    return base + (person.biologicalSex().equals("female") ? -161 : 5);
  }

  private static ZoneOffset offset(SimPerson person, Instant at) {
    return person.zone().getRules().getOffset(at);
  }

  private static String deviceId(SimPerson person) {
    return person.id().substring(0, 8).toUpperCase(Locale.ROOT);
  }

  private static String user(SimPerson person) {
    return "https://www.polaraccesslink.com/v3/users/" + person.numericId();
  }
}
