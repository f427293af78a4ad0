package io.tributary.provider.googlehealth;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Batch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;

/**
 * A day of activity, put together from the vendor's sums of each type over the person's calendar
 * days. A type without a sum leaves its field empty: nothing is added up here.
 */
final class GoogleDays {
  private static final Source APP = Source.of(GoogleNormaliser.SLUG, SourceType.APP);
  private static final double HIGHEST_COUNT = 1_000_000;

  private final Map<LocalDate, ActivitySummary.Builder> days = new TreeMap<>();
  private final AccountFacts facts;

  private GoogleDays(AccountFacts facts) {
    this.facts = facts;
  }

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    GoogleDays days = new GoogleDays(facts);
    for (GoogleKind kind : GoogleFeed.ACTIVITY.plan().main()) {
      for (Doc doc : documents.of(kind)) {
        try {
          days.sum(kind, doc);
        } catch (IllegalArgumentException e) {
          batch.refuse(kind.wire(), e.getMessage());
        }
      }
    }
    for (Doc doc : documents.of(GoogleKind.RESTING)) {
      try {
        days.resting(GooglePoint.of(GoogleKind.RESTING, doc, facts));
      } catch (IllegalArgumentException e) {
        batch.refuse(GoogleKind.RESTING.wire(), e.getMessage());
      }
    }
    days.days.values().forEach(day -> batch.add(day.build(), APP));
  }

  /** The day of a sum: the date on which its window begins. */
  static LocalDate day(Doc doc) {
    LocalDate date = doc.child("civilStartTime").civilDay("date");
    return Doc.required("civilStartTime", date == null ? doc.civilDay("civilStartTime") : date);
  }

  private void sum(GoogleKind kind, Doc doc) {
    LocalDate date = day(doc);
    Doc value = doc.child(kind.camel());
    Double sum =
        switch (kind) {
          case DAY_STEPS, DAY_FLOORS -> value.number("countSum", 0, HIGHEST_COUNT);
          case DAY_DISTANCE -> GoogleNormaliser.meters(value.amount("millimetersSum"));
          default -> value.amount("kcalSum");
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
      default -> throw new IllegalArgumentException("no sum of a day");
    }
  }

  private void resting(GooglePoint point) {
    LocalDate date = point.date();
    Double bpm = point.value().number("beatsPerMinute", 1, 400);
    if (bpm != null) {
      of(date).heartRate(new ActivitySummary.HeartRate(null, null, null, bpm, null));
    }
  }

  /** Days tell no offset: the user's own zone is the best that is known. */
  private ActivitySummary.Builder of(LocalDate date) {
    return days.computeIfAbsent(
        date,
        d -> ActivitySummary.on(d).timezoneOffset(Stamp.startOf(d, facts.zone()).offsetSeconds()));
  }
}
