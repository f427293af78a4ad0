package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Summary;
import io.tributary.model.WorkoutSummary;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;

/** What an adapter made of one local day of a person; for the checks of a row. */
public record Seen(NormalizedBatch batch, LocalDate day, ZoneId zone) {
  /** Summaries whose calendar day is this one. */
  public <T extends Summary> List<T> summaries(Class<T> type) {
    return batch.summaries().stream()
        .map(SourcedSummary::summary)
        .filter(type::isInstance)
        .map(type::cast)
        .filter(s -> s.filterDate().filter(day::equals).isPresent())
        .toList();
  }

  /** Samples between the two midnights of the zone, whatever their offsets say. */
  public List<Sample> samples(Resource resource) {
    Instant from = day.atStartOfDay(zone).toInstant();
    Instant to = day.plusDays(1).atStartOfDay(zone).toInstant();
    return batch.samples().stream()
        .filter(s -> s.resource() == resource && !s.at().isBefore(from) && s.at().isBefore(to))
        .sorted(Comparator.comparing(Sample::at))
        .toList();
  }

  public double sum(Resource resource) {
    return samples(resource).stream().mapToDouble(Sample::value).sum();
  }

  public double mean(Resource resource) {
    return samples(resource).stream().mapToDouble(Sample::value).average().orElse(0);
  }

  /** No instant twice, and none further from the next than this. */
  public void even(Resource resource, Duration most) {
    List<Sample> all = samples(resource);
    for (int i = 1; i < all.size(); i++) {
      Instant before = all.get(i - 1).at();
      Instant at = all.get(i).at();
      assertTrue(at.isAfter(before), () -> resource + " twice at " + at);
      assertTrue(
          !at.isAfter(before.plus(most)), () -> resource + " nothing from " + before + " to " + at);
    }
  }

  // Checks that several rows share; each is a CasesSpec.Check.

  public static void steps(JsonObject truth, Seen seen) {
    List<ActivitySummary> days = seen.summaries(ActivitySummary.class);
    assertEquals(1, days.size(), () -> "activities of " + seen.day());
    assertEquals(truth.getInteger("steps"), days.getFirst().steps(), () -> "steps " + seen.day());
  }

  public static void stepSamples(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("steps").doubleValue(),
        seen.sum(Resource.STEPS),
        1e-6,
        () -> "steps " + seen.day());
  }

  /**
   * What is told of a day by its sum and by its parts is the same.
   *
   * @param kilocalories what both may differ by
   */
  public static CasesSpec.Check sums(double kilocalories) {
    return (truth, seen) -> {
      ActivitySummary day = seen.summaries(ActivitySummary.class).getFirst();
      assertEquals(truth.getInteger("metres"), day.distance(), 1.0, () -> "metres " + seen.day());
      assertEquals(day.distance(), seen.sum(Resource.DISTANCE), 0.001);
      assertEquals(
          truth.getInteger("active_calories"),
          day.caloriesActive(),
          0.51,
          () -> "calories " + seen.day());
      assertEquals(day.caloriesActive(), seen.sum(Resource.CALORIES_ACTIVE), kilocalories);
      assertEquals(
          truth.getInteger("water_millilitres").doubleValue(), seen.sum(Resource.WATER), 0.001);
      assertEquals(truth.getInteger("weights"), seen.samples(Resource.WEIGHT).size());
    };
  }

  /** How long the workouts of the day were, all together. */
  public static void workoutLengths(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("workout_seconds").longValue(),
        seen.summaries(WorkoutSummary.class).stream()
            .mapToLong(w -> Duration.between(w.timeStart(), w.timeEnd()).toSeconds())
            .sum(),
        () -> "workouts of " + seen.day());
  }

  /**
   * Nights and naps that end on the day, and what of them was sleep.
   *
   * @param step of the vendor's stages: what each sleep may differ by
   */
  public static CasesSpec.Check sleep(Duration step) {
    return (truth, seen) -> {
      List<SleepSummary> sleeps = seen.summaries(SleepSummary.class);
      assertEquals(
          truth.getInteger("nights") + truth.getInteger("naps"),
          sleeps.size(),
          () -> "sleeps of " + seen.day());
      assertEquals(
          truth.getInteger("asleep_seconds"),
          sleeps.stream().mapToInt(SleepSummary::total).sum(),
          (double) step.toSeconds() * sleeps.size(),
          () -> "asleep " + seen.day());
    };
  }

  public static void heart(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("heart_points"),
        seen.samples(Resource.HEARTRATE).size(),
        () -> "heart points of " + seen.day());
    seen.even(Resource.HEARTRATE, Duration.ofHours(2));
  }

  /** All that were measured, and others that the vendor tells of in its nights. */
  public static void heartAndMore(JsonObject truth, Seen seen) {
    int points = seen.samples(Resource.HEARTRATE).size();
    assertTrue(
        points >= truth.getInteger("heart_points") && points <= 1440 / 2,
        () -> points + " heart points of " + seen.day());
    seen.even(Resource.HEARTRATE, Duration.ofHours(3));
    assertEquals(
        truth.getInteger("highest_heart"),
        seen.samples(Resource.HEARTRATE).stream().mapToDouble(Sample::value).max().orElse(0),
        0.5,
        () -> "highest heart rate of " + seen.day());
  }

  public static void workouts(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("workouts"),
        seen.summaries(WorkoutSummary.class).size(),
        () -> "workouts of " + seen.day());
  }

  public static void glucose(JsonObject truth, Seen seen) {
    assertEquals(
        truth.getInteger("glucose_points"),
        seen.samples(Resource.GLUCOSE).size(),
        () -> "glucose points of " + seen.day());
    assertEquals(
        truth.getDouble("mean_glucose"),
        seen.mean(Resource.GLUCOSE),
        0.05,
        () -> "glucose of " + seen.day());
  }
}
