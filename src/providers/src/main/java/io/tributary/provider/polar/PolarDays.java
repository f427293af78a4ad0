package io.tributary.provider.polar;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.LocalClock;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts daily totals, and heart rates of a day with their time of day. */
final class PolarDays {
  private static final int MAX_STEPS = 1_000_000;

  private PolarDays() {}

  /** Returns the date on which an activity begins; null if unreadable. */
  static LocalDate day(LenientJson activity) {
    LocalDateTime wall = activity.localDateTime(PolarFieldNames.in(activity, "start_time"));
    return wall == null ? null : wall.toLocalDate();
  }

  /** Returns the zone of a day: as known when it was read, otherwise that of the user. */
  static Optional<ZoneId> zone(LenientJson doc, AccountContext facts) {
    return Optional.ofNullable(doc.zone(PolarOffsetHistory.FIELD)).or(facts::zone);
  }

  /**
   * Converts activities; of two of one day, as from two devices, the one with more steps counts.
   */
  static void addActivities(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, ActivitySummary> days = new TreeMap<>();
    for (LenientJson doc : documents.of(PolarDocumentKind.ACTIVITY)) {
      try {
        LocalDate day = LenientJson.required("start_time", day(doc));
        days.merge(day, activity(doc, day, facts), (a, b) -> steps(b) >= steps(a) ? b : a);
      } catch (IllegalArgumentException e) {
        batch.reject("activity", e.getMessage());
      }
    }
    days.values().forEach(d -> batch.add(d, PolarNormalizer.WATCH));
  }

  private static int steps(ActivitySummary day) {
    return day.steps() == null ? -1 : day.steps();
  }

  private static ActivitySummary activity(LenientJson doc, LocalDate day, AccountContext facts) {
    return ActivitySummary.on(day)
        .caloriesTotal(doc.nonNegative("calories"))
        .caloriesActive(doc.nonNegative(PolarFieldNames.in(doc, "active_calories")))
        .steps(doc.integer("steps", 0, MAX_STEPS))
        .distance(doc.nonNegative(PolarFieldNames.in(doc, "distance_from_steps")))
        .timezoneOffset(OffsetInstant.startOf(day, zone(doc, facts)).offsetSeconds())
        .build();
  }

  static void addHeartRates(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(PolarDocumentKind.HEART)) {
      try {
        addHeartRates(doc, doc.requiredDay("date"), facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("heart rates", e.getMessage());
      }
    }
  }

  private static void addHeartRates(
      LenientJson doc, LocalDate day, AccountContext facts, NormalizedBatch.Builder batch) {
    Optional<ZoneId> zone = zone(doc, facts);
    LocalClock running = new LocalClock(zone.orElse(ZoneOffset.UTC));
    for (LenientJson reading : doc.list(PolarFieldNames.in(doc, "heart_rate_samples"))) {
      LocalTime time = reading.localTime(PolarFieldNames.in(reading, "sample_time"));
      if (time == null) {
        continue;
      }
      OffsetInstant at = running.next(day.atTime(time));
      Double bpm = reading.number(PolarFieldNames.in(reading, "heart_rate"), 1, 400);
      if (bpm != null) {
        batch.add(
            Sample.point(
                Resource.HEARTRATE,
                PolarNormalizer.WATCH,
                at.at(),
                zone.isPresent() ? at.offsetSeconds() : null,
                bpm));
      }
    }
  }
}
