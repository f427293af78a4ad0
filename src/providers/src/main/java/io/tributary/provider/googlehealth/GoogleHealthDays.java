package io.tributary.provider.googlehealth;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts daily activity from Google's sums of each type over calendar days. A type without a sum
 * leaves its field empty; nothing is added up here.
 */
final class GoogleHealthDays {
  private static final Source APP = Source.of(GoogleHealthNormalizer.SLUG, SourceType.APP);
  private static final double MAX_COUNT = 1_000_000;

  private final Map<LocalDate, ActivitySummary.Builder> days = new TreeMap<>();
  private final AccountContext facts;

  private GoogleHealthDays(AccountContext facts) {
    this.facts = facts;
  }

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    GoogleHealthDays days = new GoogleHealthDays(facts);
    for (GoogleHealthDocumentKind kind : GoogleHealthFeed.ACTIVITY.plan().mainKinds()) {
      for (LenientJson doc : documents.of(kind)) {
        try {
          days.addSum(kind, doc);
        } catch (IllegalArgumentException e) {
          batch.reject(kind.wire(), e.getMessage());
        }
      }
    }
    for (LenientJson doc : documents.of(GoogleHealthDocumentKind.RESTING)) {
      try {
        days.addRestingHeartRate(
            GoogleHealthPoint.of(GoogleHealthDocumentKind.RESTING, doc, facts));
      } catch (IllegalArgumentException e) {
        batch.reject(GoogleHealthDocumentKind.RESTING.wire(), e.getMessage());
      }
    }
    days.days.values().forEach(day -> batch.add(day.build(), APP));
  }

  /** Returns the date on which the window of a sum begins. */
  static LocalDate day(LenientJson doc) {
    LocalDate date = doc.child("civilStartTime").civilDay("date");
    return LenientJson.required(
        "civilStartTime", date == null ? doc.civilDay("civilStartTime") : date);
  }

  private void addSum(GoogleHealthDocumentKind kind, LenientJson doc) {
    LocalDate date = day(doc);
    LenientJson value = doc.child(kind.camelCase());
    Double sum =
        switch (kind) {
          case DAY_STEPS, DAY_FLOORS -> value.number("countSum", 0, MAX_COUNT);
          case DAY_DISTANCE -> GoogleHealthNormalizer.meters(value.nonNegative("millimetersSum"));
          default -> value.nonNegative("kcalSum");
        };
    if (sum == null) {
      return;
    }
    ActivitySummary.Builder day = of(date);
    switch (kind) {
      case DAY_STEPS -> day.steps(Units.round(sum));
      case DAY_FLOORS -> day.floorsClimbed(Units.round(sum));
      case DAY_DISTANCE -> day.distance(sum);
      case DAY_CALORIES -> day.caloriesTotal(sum);
      case DAY_ENERGY -> day.caloriesActive(sum);
      default -> throw new IllegalArgumentException("not a daily total");
    }
  }

  private void addRestingHeartRate(GoogleHealthPoint point) {
    LocalDate date = point.date();
    Double bpm = point.value().number("beatsPerMinute", 1, 400);
    if (bpm != null) {
      of(date).heartRate(new ActivitySummary.HeartRate(null, null, null, bpm, null));
    }
  }

  /**
   * Returns the activity of a date. Days have no offset, so the user's zone is the best known one.
   */
  private ActivitySummary.Builder of(LocalDate date) {
    return days.computeIfAbsent(
        date,
        d ->
            ActivitySummary.on(d)
                .timezoneOffset(OffsetInstant.startOf(d, facts.zone()).offsetSeconds()));
  }
}
