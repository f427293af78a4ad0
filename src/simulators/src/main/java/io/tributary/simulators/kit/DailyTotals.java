package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;

/**
 * Totals of one day, for tests that compare their own totals with the ground truth. Units are
 * seconds, meters, kilocalories and beats per minute. Means are rounded to two decimals and are 0
 * if there are no values.
 */
public record DailyTotals(
    LocalDate day,
    int steps,
    int stepsFromFour,
    int metres,
    int activeCalories,
    int heartPoints,
    int lowestHeart,
    int highestHeart,
    double meanHeart,
    int nights,
    int naps,
    int asleepSeconds,
    int deepSeconds,
    int remSeconds,
    int workouts,
    int workoutSeconds,
    int weights,
    int glucosePoints,
    double meanGlucose,
    int meals,
    int waterMillilitres) {

  public static DailyTotals of(SimDay d) {
    int steps = Arrays.stream(d.steps()).sum();
    var glucose = d.spots(PointEvent.Glucose.class);
    return new DailyTotals(
        d.day(),
        steps,
        stepsFromFour(d),
        (int) Math.round(steps * SimDay.METERS_PER_STEP),
        (int) Math.round(Arrays.stream(d.activeCalories()).sum()),
        d.heart().size(),
        d.heart().stream().mapToInt(HeartPoint::bpm).min().orElse(0),
        d.heart().stream().mapToInt(HeartPoint::bpm).max().orElse(0),
        JsonText.round(d.heart().stream().mapToInt(HeartPoint::bpm).average().orElse(0), 2),
        d.nights().size(),
        d.sleeps().size() - d.nights().size(),
        d.sleeps().stream().mapToInt(SimSleep::asleepSeconds).sum(),
        d.sleeps().stream().mapToInt(s -> s.seconds(SimSleep.SleepStageKind.DEEP)).sum(),
        d.sleeps().stream().mapToInt(s -> s.seconds(SimSleep.SleepStageKind.REM)).sum(),
        d.workouts().size(),
        d.workouts().stream()
            .mapToInt(w -> (int) (w.end().getEpochSecond() - w.start().getEpochSecond()))
            .sum(),
        d.spots(PointEvent.Weight.class).size(),
        glucose.size(),
        JsonText.round(
            glucose.stream().mapToDouble(PointEvent.Glucose::mmolPerLitre).average().orElse(0), 2),
        d.spots(PointEvent.Meal.class).size(),
        d.spots(PointEvent.Water.class).stream().mapToInt(PointEvent.Water::millilitres).sum());
  }

  /**
   * Returns the steps of the day that begins at 04:00, as some vendors count, for a day that is
   * over.
   */
  private static int stepsFromFour(SimDay d) {
    if (d.day().isBefore(d.person().firstDay())) {
      return 0;
    }
    DaySchedule schedule = DaySchedule.of(d.person(), d.day());
    return ActivityMinutes.of(d.person(), schedule, Instant.MAX).stream()
            .mapToInt(ActivityMinutes::steps)
            .sum()
        + SimDay.MINUTES_PER_REVISION * d.revision();
  }

  /** Returns the totals under the field names of the control endpoints. */
  public JsonObject json() {
    var json = new JsonObject();
    Arrays.stream(DailyTotals.class.getRecordComponents())
        .forEach(
            c -> {
              try {
                Object value = c.getAccessor().invoke(this);
                json.put(
                    snake(c.getName()), value instanceof LocalDate day ? day.toString() : value);
              } catch (ReflectiveOperationException ownAccessors) {
                throw new IllegalStateException(ownAccessors);
              }
            });
    return json;
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
