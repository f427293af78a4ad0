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

/** The adapter's output for one local day of a person, with checks for the rows of the table. */
public record AdapterOutput(NormalizedBatch batch, LocalDate day, ZoneId zone) {
  /** Returns the summaries of this calendar day. */
  public <T extends Summary> List<T> summaries(Class<T> type) {
    return batch.summaries().stream()
        .map(SourcedSummary::summary)
        .filter(type::isInstance)
        .map(type::cast)
        .filter(s -> s.filterDate().filter(day::equals).isPresent())
        .toList();
  }

  /** Returns the samples between the two midnights of the zone, whatever their offsets. */
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

  /** Asserts unique timestamps with no gap longer than {@code most}. */
  public void assertEvenlySpaced(Resource resource, Duration most) {
    List<Sample> all = samples(resource);
    for (int i = 1; i < all.size(); i++) {
      Instant before = all.get(i - 1).at();
      Instant at = all.get(i).at();
      assertTrue(at.isAfter(before), () -> resource + " twice at " + at);
      assertTrue(
          !at.isAfter(before.plus(most)), () -> resource + " nothing from " + before + " to " + at);
    }
  }

  // Checks shared by several rows; each is a CasesSpec.Check.

  public static void steps(JsonObject truth, AdapterOutput seen) {
    List<ActivitySummary> days = seen.summaries(ActivitySummary.class);
    assertEquals(1, days.size(), () -> "activities of " + seen.day());
    assertEquals(truth.getInteger("steps"), days.getFirst().steps(), () -> "steps " + seen.day());
  }

  public static void stepSamples(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("steps").doubleValue(),
        seen.sum(Resource.STEPS),
        1e-6,
        () -> "steps " + seen.day());
  }

  /**
   * Checks that the totals of a day equal the sums of its samples.
   *
   * @param kilocalories allowed difference
   */
  public static ProviderTestSpec.TruthCheck totalsMatchSamples(double kilocalories) {
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

  /** Checks the total duration of the day's workouts. */
  public static void workoutLengths(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("workout_seconds").longValue(),
        seen.summaries(WorkoutSummary.class).stream()
            .mapToLong(w -> Duration.between(w.timeStart(), w.timeEnd()).toSeconds())
            .sum(),
        () -> "workouts of " + seen.day());
  }

  /**
   * Checks the nights and naps that end on the day, and their time asleep.
   *
   * @param step resolution of the vendor's stages, which is the allowed difference of each sleep
   */
  public static ProviderTestSpec.TruthCheck sleep(Duration step) {
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

  public static void heart(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("heart_points"),
        seen.samples(Resource.HEARTRATE).size(),
        () -> "heart points of " + seen.day());
    seen.assertEvenlySpaced(Resource.HEARTRATE, Duration.ofHours(2));
  }

  /** Checks the measured heart rates, and further ones that the vendor reports for its nights. */
  public static void heartAndMore(JsonObject truth, AdapterOutput seen) {
    int points = seen.samples(Resource.HEARTRATE).size();
    assertTrue(
        points >= truth.getInteger("heart_points") && points <= 1440 / 2,
        () -> points + " heart points of " + seen.day());
    seen.assertEvenlySpaced(Resource.HEARTRATE, Duration.ofHours(3));
    assertEquals(
        truth.getInteger("highest_heart"),
        seen.samples(Resource.HEARTRATE).stream().mapToDouble(Sample::value).max().orElse(0),
        0.5,
        () -> "highest heart rate of " + seen.day());
  }

  public static void workouts(JsonObject truth, AdapterOutput seen) {
    assertEquals(
        truth.getInteger("workouts"),
        seen.summaries(WorkoutSummary.class).size(),
        () -> "workouts of " + seen.day());
  }

  public static void glucose(JsonObject truth, AdapterOutput seen) {
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
