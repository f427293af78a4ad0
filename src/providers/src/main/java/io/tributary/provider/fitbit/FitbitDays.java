package io.tributary.provider.fitbit;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.List;

/**
 * Converts daily activity, which is in kilometers and minutes. Fitbit computes basal calories
 * itself, so a day exists, and keeps changing, even if no device is worn.
 */
final class FitbitDays {
  private static final double METERS_PER_KILOMETER = 1000;
  private static final int MAX_DAY_MINUTES = 1500;

  private FitbitDays() {}

  static void normalise(
      List<LenientJson> days, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson dated : days) {
      try {
        LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
        batch.add(
            day(day, dated.child(FetchContext.ANSWER).child("summary"), facts),
            FitbitNormalizer.WATCH);
      } catch (IllegalArgumentException e) {
        batch.reject(FitbitDocumentKind.DAY.wire(), e.getMessage());
      }
    }
  }

  private static ActivitySummary day(LocalDate day, LenientJson summary, AccountContext facts) {
    Double resting = summary.number("restingHeartRate", 1, 400);
    return ActivitySummary.on(day)
        .timeZone(FitbitTime.zoneName(day, facts))
        .timezoneOffset(FitbitTime.midnight(day, facts).offsetSeconds())
        .caloriesTotal(summary.nonNegative("caloriesOut"))
        .caloriesActive(summary.nonNegative("activityCalories"))
        .steps(summary.integer("steps", 0, 1_000_000))
        .floorsClimbed(summary.integer("floors", 0, 10_000))
        .distance(distance(summary))
        .low(minutes(summary, "lightlyActiveMinutes"))
        .medium(minutes(summary, "fairlyActiveMinutes"))
        .high(minutes(summary, "veryActiveMinutes"))
        .heartRate(
            resting == null ? null : new ActivitySummary.HeartRate(null, null, null, resting, null))
        .build();
  }

  private static Double minutes(LenientJson summary, String field) {
    return summary.number(field, 0, MAX_DAY_MINUTES);
  }

  /** Returns the total; the other entries are parts of it. */
  private static Double distance(LenientJson summary) {
    return summary.list("distances").stream()
        .filter(d -> "total".equals(d.text("activity")))
        .map(d -> d.nonNegative("distance"))
        .filter(d -> d != null)
        .findFirst()
        .map(kilometres -> meters(kilometres))
        .orElse(null);
  }

  /** Rounds to millimeters, because 1000 times a decimal fraction is often slightly off. */
  static double meters(double kilometres) {
    return Math.rint(kilometres * METERS_PER_KILOMETER * 1000) / 1000;
  }
}
