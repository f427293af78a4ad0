package io.tributary.simulators.whoop;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Renders a person's days in the vendor's format. A cycle begins when the member falls asleep for
 * the night and ends when that happens again; the running cycle has no end. A record gets its score
 * 15 minutes after its end.
 */
final class WhoopRecords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final Duration SCORING_DELAY = Duration.ofMinutes(15);
  private static final double KILOJOULES_PER_KILOCALORIE = 4.184;
  private static final int CALIBRATION_DAYS = 4;

  /** Record with the ID and start by which it is found. */
  record Item(String id, Instant start, JsonObject json) {}

  private final SimContext world;
  private final Set<String> deleted;

  WhoopRecords(SimContext world, Set<String> deleted) {
    this.world = world;
    this.deleted = deleted;
  }

  List<Item> cycles(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Item>();
    for (SimDay day : world.people().days(person, from, to)) {
      day.nights().stream().findFirst().ifPresent(night -> out.add(cycle(day, night)));
    }
    return out;
  }

  List<Item> sleeps(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Item>();
    for (SimDay day : world.people().days(person, from, to)) {
      day.sleeps().forEach(s -> out.add(sleep(day, s)));
    }
    out.removeIf(i -> deleted.contains(i.id()));
    return out;
  }

  List<Item> recoveries(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Item>();
    for (SimDay day : world.people().days(person, from, to)) {
      day.nights().stream().findFirst().ifPresent(night -> out.add(recovery(day, night)));
    }
    out.removeIf(i -> deleted.contains(i.id()) || deleted.contains("recovery " + i.id()));
    return out;
  }

  List<Item> workouts(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Item>();
    for (SimDay day : world.people().days(person, from, to)) {
      day.workouts().forEach(w -> out.add(workout(day, w)));
    }
    out.removeIf(i -> deleted.contains(i.id()));
    return out;
  }

  /** Returns the ID of the newest workout or sleep of a person. */
  Optional<String> latest(SimPerson person, boolean workout) {
    LocalDate today = person.localDateAt(world.clock().now());
    LocalDate first = person.firstDay();
    return (workout ? workouts(person, first, today) : sleeps(person, first, today))
        .stream().max(Comparator.comparing(Item::start)).map(Item::id);
  }

  /** Returns the IDs of the day's night sleeps. */
  List<String> nights(SimPerson person, LocalDate day) {
    return world.people().day(person, day).nights().stream().map(s -> sleepId(person, s)).toList();
  }

  static long cycleId(SimPerson person, LocalDate day) {
    return person.numericId() * 100_000 + day.toEpochDay();
  }

  static LocalDate dayOf(long cycleId) {
    return LocalDate.ofEpochDay(cycleId % 100_000);
  }

  JsonObject bodyMeasurement(SimPerson person) {
    LocalDate today = person.localDateAt(world.clock().now());
    double weight =
        world.people().days(person, today.minusDays(30), today).stream()
            .flatMap(d -> d.spots(PointEvent.Weight.class).stream())
            .max(Comparator.comparing(PointEvent.Weight::at))
            .map(PointEvent.Weight::kilograms)
            .orElse(person.weight());
    return new JsonObject()
        .put("height_meter", person.height())
        .put("weight_kilogram", weight)
        .put("max_heart_rate", 220 - person.age());
  }

  static JsonObject profile(SimPerson person) {
    return new JsonObject()
        .put("user_id", person.numericId())
        .put("email", person.name().replaceAll("\\W", "") + "@example.com")
        .put("first_name", person.name())
        .put("last_name", "Simulated");
  }

  private Item cycle(SimDay day, SimSleep night) {
    SimPerson person = day.person();
    Optional<Instant> end = nextNight(person, day.day());
    var heart = day.heart().stream().mapToInt(HeartPoint::bpm).summaryStatistics();
    double active = Arrays.stream(day.activeCalories()).sum();
    double resting = restingKilocaloriesPerDay(person) * day.activeCalories().length / 1440.0;
    JsonObject json = startRecord(day, night.start(), end.orElse(null), night.start());
    json.put("id", cycleId(person, day.day()));
    json.put("score_state", "SCORED")
        .put(
            "score",
            new JsonObject()
                .put("strain", JsonText.round(Math.min(21, active / 70), 4))
                .put(
                    "kilojoule", JsonText.round((active + resting) * KILOJOULES_PER_KILOCALORIE, 3))
                .put("average_heart_rate", Math.round(heart.getAverage()))
                .put("max_heart_rate", heart.getMax()));
    return new Item(Long.toString(cycleId(person, day.day())), night.start(), json);
  }

  /**
   * Returns the next time at which the member fell asleep, if known; days on which the band was not
   * worn are skipped.
   */
  private Optional<Instant> nextNight(SimPerson person, LocalDate day) {
    return world.people().days(person, day.plusDays(1), day.plusDays(4)).stream()
        .flatMap(d -> d.nights().stream())
        .map(SimSleep::start)
        .min(Comparator.naturalOrder());
  }

  private Item sleep(SimDay day, SimSleep sleep) {
    SimPerson person = day.person();
    String id = sleepId(person, sleep);
    JsonObject json = startRecord(day, sleep.start(), sleep.end(), sleep.end());
    json.put("id", id)
        .put("cycle_id", cycleId(person, day.day()))
        .put("v1_id", day.day().toEpochDay())
        .put("nap", sleep.nap());
    if (!addScoreState(json, sleep.end())) {
      return new Item(id, sleep.start(), json);
    }
    double asleep = sleep.asleepSeconds();
    long inBed = Duration.between(sleep.start(), sleep.end()).toMillis();
    json.put(
        "score",
        new JsonObject()
            .put(
                "stage_summary",
                new JsonObject()
                    .put("total_in_bed_time_milli", inBed)
                    .put("total_awake_time_milli", millis(sleep, SleepStageKind.AWAKE))
                    .put("total_no_data_time_milli", 0)
                    .put("total_light_sleep_time_milli", millis(sleep, SleepStageKind.LIGHT))
                    .put("total_slow_wave_sleep_time_milli", millis(sleep, SleepStageKind.DEEP))
                    .put("total_rem_sleep_time_milli", millis(sleep, SleepStageKind.REM)))
            .put("respiratory_rate", sleep.breath())
            .put("sleep_performance_percentage", Math.min(100, Math.round(asleep / 288)))
            .put("sleep_consistency_percentage", 80)
            .put("sleep_efficiency_percentage", JsonText.round(asleep * 100_000 / inBed, 3)));
    return new Item(id, sleep.start(), json);
  }

  private Item recovery(SimDay day, SimSleep night) {
    SimPerson person = day.person();
    String id = sleepId(person, night);
    SeededRandom dice = SeededRandom.of(person.seed(), night.start().getEpochSecond(), 810);
    var json =
        new JsonObject()
            .put("cycle_id", cycleId(person, day.day()))
            .put("sleep_id", id)
            .put("user_id", person.numericId())
            .put("created_at", TIME.format(night.end()))
            .put("updated_at", TIME.format(night.end().plusSeconds(day.revision())));
    if (addScoreState(json, night.end())) {
      var pulse =
          night.readings().stream()
              .map(SimSleep.Reading::bpm)
              .filter(Objects::nonNull)
              .mapToInt(Integer::intValue)
              .min();
      double rmssd =
          night.readings().stream()
              .map(SimSleep.Reading::rmssd)
              .filter(Objects::nonNull)
              .mapToInt(Integer::intValue)
              .average()
              .orElse(person.usualHrv());
      double oxygen =
          night.readings().stream().mapToDouble(SimSleep.Reading::oxygen).average().orElse(96);
      json.put(
          "score",
          new JsonObject()
              .put(
                  "user_calibrating",
                  day.day().isBefore(person.firstDay().plusDays(CALIBRATION_DAYS)))
              .put("recovery_score", dice.between(20, 98))
              .put("resting_heart_rate", pulse.orElse(person.restingPulse()))
              .put("hrv_rmssd_milli", JsonText.round(rmssd, 4))
              .put("spo2_percentage", JsonText.round(oxygen, 4))
              .put("skin_temp_celsius", JsonText.round(dice.between(32.5, 35.0), 2)));
    }
    return new Item(id, night.start(), json);
  }

  private Item workout(SimDay day, SimWorkout workout) {
    SimPerson person = day.person();
    String id = uuid("workout " + person.id() + " " + workout.start());
    JsonObject json = startRecord(day, workout.start(), workout.end(), workout.start());
    json.put("id", id).put("v1_id", day.day().toEpochDay()).put("sport_name", sport(workout));
    if (!addScoreState(json, workout.end())) {
      return new Item(id, workout.start(), json);
    }
    var pulse = workout.points().stream().mapToInt(SimWorkout.Point::bpm).summaryStatistics();
    boolean moves = workout.what().metres() > 0;
    json.put(
        "score",
        new JsonObject()
            .put("strain", JsonText.round(Math.min(21, workout.what().calories() / 60), 4))
            .put("average_heart_rate", Math.round(pulse.getAverage()))
            .put("max_heart_rate", pulse.getMax())
            .put(
                "kilojoule",
                JsonText.round(workout.what().calories() * KILOJOULES_PER_KILOCALORIE, 3))
            .put("percent_recorded", 100.0)
            .put("distance_meter", moves ? workout.what().metres() : null)
            .put("altitude_gain_meter", workout.what().coversDistance() ? workout.climb() : null)
            .put("altitude_change_meter", workout.what().coversDistance() ? 0.0 : null)
            .put("zone_durations", zones(person, workout)));
    return new Item(id, workout.start(), json);
  }

  private static JsonObject zones(SimPerson person, SimWorkout workout) {
    long[] millis = new long[6];
    var points = workout.points();
    for (int i = 0; i + 1 < points.size(); i++) {
      double share = points.get(i).bpm() / (220.0 - person.age());
      int zone = share < 0.5 ? 0 : Math.min(5, (int) (share * 10) - 4);
      millis[zone] += Duration.between(points.get(i).at(), points.get(i + 1).at()).toMillis();
    }
    var json = new JsonObject();
    String[] names = {"zero", "one", "two", "three", "four", "five"};
    for (int i = 0; i < names.length; i++) {
      json.put("zone_" + names[i] + "_milli", millis[i]);
    }
    return json;
  }

  private static String sport(SimWorkout workout) {
    return switch (workout.what().sport()) {
      case "strength_training" -> "weightlifting";
      case "house_work" -> "activity";
      default -> workout.what().sport();
    };
  }

  /** Creates a record with the fields that cycles, sleeps and workouts share. */
  private static JsonObject startRecord(SimDay day, Instant start, Instant end, Instant offsetAt) {
    ZoneOffset offset = day.person().zone().getRules().getOffset(offsetAt);
    Instant created = end == null ? start : end;
    var json =
        new JsonObject()
            .put("user_id", day.person().numericId())
            .put("created_at", TIME.format(created))
            .put("updated_at", TIME.format(created.plusSeconds(day.revision())))
            .put("start", TIME.format(start))
            .put("timezone_offset", offset.getId());
    if (end != null) {
      json.put("end", TIME.format(end));
    }
    return json;
  }

  private boolean addScoreState(JsonObject json, Instant end) {
    boolean scored = !world.clock().now().isBefore(end.plus(SCORING_DELAY));
    json.put("score_state", scored ? "SCORED" : "PENDING_SCORE");
    return scored;
  }

  private static long millis(SimSleep sleep, SleepStageKind kind) {
    return 1000L * sleep.seconds(kind);
  }

  /** Returns the basal kilocalories per day (Mifflin-St Jeor). */
  static double restingKilocaloriesPerDay(SimPerson person) {
    double base = 10 * person.weight() + 625 * person.height() - 5 * person.age();
    return base + (person.biologicalSex().equals("female") ? -161 : 5);
  }

  private static String sleepId(SimPerson person, SimSleep sleep) {
    return uuid("sleep " + person.id() + " " + sleep.start());
  }

  private static String uuid(String of) {
    return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
