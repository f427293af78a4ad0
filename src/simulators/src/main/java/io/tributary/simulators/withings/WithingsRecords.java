package io.tributary.simulators.withings;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPeople;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Renders a person's days in the vendor's format. Amounts are integers with a power of ten. */
final class WithingsRecords {
  /** Fields of an activity that are returned regardless of the requested fields. */
  static final Set<String> FIXED_ACTIVITY_FIELDS =
      Set.of("date", "timezone", "deviceid", "is_tracker");

  private static final int MICROVOLTS = 1000;
  private static final int MODERATE_STEPS = 60;
  private static final int INTENSE_STEPS = 110;

  private WithingsRecords() {}

  static String device(SimPerson person, String kind) {
    return "%016x".formatted(SeededRandom.hash(person.seed(), SeededRandom.hash(kind)));
  }

  static JsonArray devices(SimPerson person) {
    return new JsonArray()
        .add(device(person, "Activity Tracker", "ScanWatch", 93))
        .add(device(person, "Scale", "Body+", 5))
        .add(device(person, "Blood Pressure Monitor", "BPM Connect", 45));
  }

  private static JsonObject device(SimPerson person, String type, String model, int modelId) {
    return new JsonObject()
        .put("type", type)
        .put("model", model)
        .put("model_id", modelId)
        .put("deviceid", device(person, type))
        .put("timezone", person.zone().getId());
  }

  static List<JsonObject> measures(SimDay day, Set<String> types) {
    SimPerson person = day.person();
    var out = new ArrayList<JsonObject>();
    for (PointEvent.Weight w : day.spots(PointEvent.Weight.class)) {
      Map<Integer, Double> values = new LinkedHashMap<>();
      double fat = w.kilograms() * w.fatPercent() / 100;
      values.put(1, w.kilograms());
      values.put(6, w.fatPercent());
      values.put(8, fat);
      values.put(5, w.kilograms() - fat);
      values.put(76, 0.42 * w.kilograms());
      values.put(77, 0.55 * w.kilograms());
      values.put(88, 0.04 * w.kilograms());
      values.put(170, 4.5);
      group(day, w.at(), 1, values, types, device(person, "Scale")).ifPresent(out::add);
    }
    for (PointEvent.BloodPressure p : day.spots(PointEvent.BloodPressure.class)) {
      Map<Integer, Double> values = new LinkedHashMap<>();
      values.put(9, (double) p.diastolic());
      values.put(10, (double) p.systolic());
      values.put(11, (double) p.pulse());
      group(day, p.at(), 2, values, types, device(person, "Blood Pressure Monitor"))
          .ifPresent(out::add);
    }
    for (PointEvent.Temperature t : day.spots(PointEvent.Temperature.class)) {
      group(day, t.at(), 3, Map.of(71, t.celsius()), types, null).ifPresent(out::add);
      SeededRandom dice = SeededRandom.of(person.seed(), t.at().getEpochSecond(), 830);
      Map<Integer, Double> watch = new LinkedHashMap<>();
      watch.put(54, (double) dice.between(94, 99));
      watch.put(123, (double) dice.between(34, 48));
      Instant at = t.at().plusSeconds(300);
      group(day, at, 4, watch, types, device(person, "Activity Tracker")).ifPresent(out::add);
    }
    return out;
  }

  private static Optional<JsonObject> group(
      SimDay day,
      Instant at,
      int kind,
      Map<Integer, Double> values,
      Set<String> types,
      String device) {
    var measures = new JsonArray();
    values.forEach(
        (type, value) -> {
          if (types.contains(Integer.toString(type))) {
            measures.add(
                new JsonObject()
                    .put("value", Math.round(value * 1000))
                    .put("unit", -3)
                    .put("type", type));
          }
        });
    return measures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new JsonObject()
                .put(
                    "grpid",
                    day.person().numericId() * 10_000_000
                        + at.getEpochSecond() / 60 % 1_000_000 * 10
                        + kind)
                .put("attrib", 0)
                .put("date", at.getEpochSecond())
                .put("created", at.getEpochSecond() + 5)
                .put("modified", at.getEpochSecond() + 5 + day.revision())
                .put("category", 1)
                .put("deviceid", device)
                .put("measures", measures));
  }

  /**
   * Returns the activities of the day. Those of a phone have fewer steps, because it is not carried
   * all day.
   */
  static List<JsonObject> activities(SimDay day) {
    JsonObject watch = activity(day);
    if (!day.person().traits().contains(PersonTrait.PHONE_TOO)) {
      return List.of(watch);
    }
    int steps = watch.getInteger("steps") / 2;
    return List.of(
        watch,
        new JsonObject()
            .put("date", day.day().toString())
            .put("timezone", day.person().zone().getId())
            .put("deviceid", device(day.person(), "Phone"))
            .put("is_tracker", false)
            .put("steps", steps)
            .put("distance", JsonText.round(steps * SimDay.METERS_PER_STEP, 1)));
  }

  private static JsonObject activity(SimDay day) {
    SimPerson person = day.person();
    int steps = Arrays.stream(day.steps()).sum();
    double active = Arrays.stream(day.activeCalories()).sum();
    double resting = 22 * person.weight() * day.steps().length / 1440;
    var heart = day.heart().stream().mapToInt(HeartPoint::bpm).summaryStatistics();
    var json =
        new JsonObject()
            .put("date", day.day().toString())
            .put("timezone", person.zone().getId())
            .put("deviceid", device(person, "Activity Tracker"))
            .put("is_tracker", true)
            .put("steps", steps)
            .put("distance", JsonText.round(steps * SimDay.METERS_PER_STEP, 1))
            .put(
                "elevation",
                SeededRandom.of(person.seed(), day.day().toEpochDay(), 831).between(0, 20))
            .put("soft", seconds(day, 1, MODERATE_STEPS))
            .put("moderate", seconds(day, MODERATE_STEPS, INTENSE_STEPS))
            .put("intense", seconds(day, INTENSE_STEPS, Integer.MAX_VALUE))
            .put("active", seconds(day, MODERATE_STEPS, Integer.MAX_VALUE))
            .put("calories", JsonText.round(active, 1))
            .put("totalcalories", JsonText.round(active + resting, 1));
    if (heart.getCount() > 0) {
      json.put("hr_average", Math.round(heart.getAverage()))
          .put("hr_min", heart.getMin())
          .put("hr_max", heart.getMax());
    }
    return json;
  }

  private static long seconds(SimDay day, int from, int below) {
    return 60 * Arrays.stream(day.steps()).filter(s -> s >= from && s < below).count();
  }

  /**
   * Returns minutes with steps, and the pulse of waking hours; the pulse during sleep is returned
   * with the sleep.
   */
  static Map<Long, JsonObject> intraday(SimDay day, SimDay next) {
    String watch = device(day.person(), "Activity Tracker");
    var out = new TreeMap<Long, JsonObject>();
    for (int i = 0; i < day.steps().length; i++) {
      int steps = day.steps()[i];
      if (steps > 0) {
        out.put(
            day.instantOfMinute(i).getEpochSecond(),
            new JsonObject()
                .put("steps", steps)
                .put("distance", JsonText.round(steps * SimDay.METERS_PER_STEP, 2))
                .put("calories", JsonText.round(day.activeCalories()[i], 3))
                .put("elevation", 0)
                .put("duration", 60)
                .put("deviceid", watch));
      }
    }
    List<SimSleep> sleeps = Stream.concat(day.sleeps().stream(), next.sleeps().stream()).toList();
    for (HeartPoint p : day.heart()) {
      if (sleeps.stream().noneMatch(s -> covers(s, p))) {
        out.computeIfAbsent(p.epochSecond(), at -> new JsonObject().put("deviceid", watch))
            .put("heart_rate", p.bpm());
      }
    }
    return out;
  }

  private static boolean covers(SimSleep sleep, HeartPoint p) {
    return p.epochSecond() >= sleep.start().getEpochSecond()
        && p.epochSecond() < sleep.end().getEpochSecond();
  }

  static JsonObject workout(SimDay day, SimWorkout w) {
    var pulse = w.points().stream().mapToInt(SimWorkout.Point::bpm).summaryStatistics();
    var data =
        new JsonObject()
            .put("calories", JsonText.round(w.what().calories(), 1))
            .put("hr_average", Math.round(pulse.getAverage()))
            .put("hr_min", pulse.getMin())
            .put("hr_max", pulse.getMax())
            .put("pause_duration", 0);
    if (w.what().metres() > 0) {
      data.put("distance", w.what().metres());
    }
    return new JsonObject()
        .put(
            "id",
            day.person().numericId() * 1_000_000 + w.start().getEpochSecond() / 600 % 1_000_000)
        .put("category", category(w))
        .put("timezone", day.person().zone().getId())
        .put("startdate", w.start().getEpochSecond())
        .put("enddate", w.end().getEpochSecond())
        .put("date", day.day().toString())
        .put("attrib", 0)
        .put("deviceid", device(day.person(), "Activity Tracker"))
        .put("data", data);
  }

  private static int category(SimWorkout w) {
    return switch (w.what().sport()) {
      case "walking" -> 1;
      case "running" -> 2;
      case "cycling" -> 6;
      case "swimming" -> 7;
      case "strength_training" -> 16;
      case "yoga" -> 28;
      default -> 36;
    };
  }

  static JsonObject sleep(SimDay day, SimSleep s) {
    SimPerson person = day.person();
    long length = Duration.between(s.start(), s.end()).toSeconds();
    var pulse =
        s.readings().stream()
            .filter(r -> r.bpm() != null)
            .mapToInt(SimSleep.Reading::bpm)
            .summaryStatistics();
    var data =
        new JsonObject()
            .put("total_timeinbed", length)
            .put("total_sleep_time", s.asleepSeconds())
            .put("lightsleepduration", s.seconds(SleepStageKind.LIGHT))
            .put("deepsleepduration", s.seconds(SleepStageKind.DEEP))
            .put("remsleepduration", s.seconds(SleepStageKind.REM))
            .put("wakeupduration", s.seconds(SleepStageKind.AWAKE))
            .put(
                "sleep_latency",
                s.stages().getFirst().kind() == SleepStageKind.AWAKE
                    ? s.stages().getFirst().seconds()
                    : 0)
            .put("sleep_efficiency", JsonText.round((double) s.asleepSeconds() / length, 3))
            .put("rr_average", Math.round(s.breath()))
            .put(
                "sleep_score",
                SeededRandom.of(person.seed(), s.start().getEpochSecond(), 832).between(40, 98));
    if (pulse.getCount() > 0) {
      data.put("hr_average", Math.round(pulse.getAverage())).put("hr_min", pulse.getMin());
    }
    return new JsonObject()
        .put("id", person.numericId() * 1_000_000 + s.start().getEpochSecond() / 600 % 1_000_000)
        .put("timezone", person.zone().getId())
        .put("model", 16)
        .put("startdate", s.start().getEpochSecond())
        .put("enddate", s.end().getEpochSecond())
        .put("date", day.day().toString())
        .put("created", s.end().getEpochSecond())
        .put("modified", s.end().getEpochSecond() + day.revision())
        .put("completed", true)
        .put("hash_deviceid", device(person, "Activity Tracker"))
        .put("data", data);
  }

  /** Returns the sleep stages with the measurements of each, in chronological order. */
  static List<JsonObject> stages(SimPerson person, SimPeople people, SimSleep s) {
    List<HeartPoint> heart =
        people.days(person, person.localDateAt(s.start()), person.localDateAt(s.end())).stream()
            .flatMap(d -> d.heart().stream())
            .filter(p -> covers(s, p))
            .toList();
    var out = new ArrayList<JsonObject>();
    for (SimSleep.Stage stage : s.stages()) {
      long from = stage.start().getEpochSecond();
      long to = from + stage.seconds();
      if (to <= from) {
        continue;
      }
      var hr = new JsonObject();
      var rr = new JsonObject();
      var rmssd = new JsonObject();
      heart.stream()
          .filter(p -> p.epochSecond() >= from && p.epochSecond() < to)
          .forEach(p -> hr.put(Long.toString(p.epochSecond()), p.bpm()));
      for (SimSleep.Reading r : s.readings()) {
        long at = r.at().getEpochSecond();
        if (at >= from && at < to) {
          rr.put(Long.toString(at), Math.round(s.breath()));
          if (r.rmssd() != null) {
            rmssd.put(Long.toString(at), r.rmssd());
          }
        }
      }
      out.add(
          new JsonObject()
              .put("startdate", from)
              .put("enddate", to)
              .put("state", state(stage.kind()))
              .put("hr", hr)
              .put("rr", rr)
              .put("rmssd", rmssd));
    }
    return out;
  }

  private static int state(SleepStageKind kind) {
    return switch (kind) {
      case AWAKE -> 0;
      case LIGHT -> 1;
      case DEEP -> 2;
      case REM -> 3;
    };
  }

  private static String signalId(SimDay day, PointEvent.Ecg ecg) {
    return Long.toString(
        day.person().numericId() * 10_000_000 + ecg.at().getEpochSecond() / 60 % 10_000_000);
  }

  static List<JsonObject> hearts(SimDay day) {
    return day.spots(PointEvent.Ecg.class).stream()
        .map(
            e ->
                new JsonObject()
                    .put("deviceid", device(day.person(), "Activity Tracker"))
                    .put("model", 93)
                    .put(
                        "ecg",
                        new JsonObject()
                            .put("signalid", Long.parseLong(signalId(day, e)))
                            .put("afib", e.irregular() ? 1 : 0))
                    .put("heart_rate", e.bpm())
                    .put("timestamp", e.at().getEpochSecond()))
        .toList();
  }

  static Optional<JsonObject> signal(SimDay day, String id) {
    return day.spots(PointEvent.Ecg.class).stream()
        .filter(e -> signalId(day, e).equals(id))
        .findFirst()
        .map(
            e -> {
              var signal = new JsonArray();
              for (double mv : e.millivolts()) {
                signal.add(Math.round(mv * MICROVOLTS));
              }
              return new JsonObject().put("signal", signal).put("sampling_frequency", e.hertz());
            });
  }
}
