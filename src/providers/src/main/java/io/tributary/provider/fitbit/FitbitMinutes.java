package io.tributary.provider.fitbit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.LocalClock;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Converts readings by the minute. Every minute of a day is listed, even without motion. Zeros are
 * dropped, because they cannot be distinguished from a watch that is not worn.
 */
final class FitbitMinutes {
  private static final int MINUTE_SECONDS = 60;
  private static final int MAX_INTERVAL_MINUTES = 60;

  private FitbitMinutes() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    addReadings(documents, FitbitDocumentKind.STEPS, facts, batch, FitbitMinutes::addSteps);
    addReadings(documents, FitbitDocumentKind.DISTANCE, facts, batch, FitbitMinutes::addDistance);
    addReadings(documents, FitbitDocumentKind.CALORIES, facts, batch, FitbitMinutes::addCalories);
    addReadings(documents, FitbitDocumentKind.HEART, facts, batch, FitbitMinutes::addHeartRate);
  }

  /** Adds the samples of an entry, if it has any. */
  private interface Rule {
    void apply(LenientJson entry, OffsetInstant at, Instant end, NormalizedBatch.Builder batch);
  }

  private static void addReadings(
      DocumentSet documents,
      FitbitDocumentKind kind,
      AccountContext facts,
      NormalizedBatch.Builder batch,
      Rule rule) {
    FitbitNormalizer.forEach(
        documents,
        kind,
        batch,
        dated -> {
          LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
          LenientJson series =
              dated.child(FetchContext.ANSWER).child("activities-" + kind.wire() + "-intraday");
          Integer minutes = series.integer("datasetInterval", 1, MAX_INTERVAL_MINUTES);
          int seconds = MINUTE_SECONDS * (minutes == null ? 1 : minutes);
          // Entries are in order, so that a repeated hour can be resolved.
          LocalClock clock = new LocalClock(FitbitTime.zone(day, facts));
          for (LenientJson entry : series.list("dataset")) {
            LocalTime time = entry.localTime("time");
            if (time == null) {
              batch.reject(kind.wire(), "time is missing");
            } else {
              OffsetInstant at = clock.next(day.atTime(time));
              rule.apply(entry, at, at.at().plusSeconds(seconds), batch);
            }
          }
        });
  }

  private static void addSteps(
      LenientJson entry, OffsetInstant at, Instant end, NormalizedBatch.Builder batch) {
    addAmount(Resource.STEPS, entry.nonNegative("value"), at, end, batch);
  }

  private static void addDistance(
      LenientJson entry, OffsetInstant at, Instant end, NormalizedBatch.Builder batch) {
    Double kilometres = entry.nonNegative("value");
    Double metres = kilometres == null ? null : (Double) FitbitDays.meters(kilometres);
    addAmount(Resource.DISTANCE, metres, at, end, batch);
  }

  /**
   * Adds active calories. Fitbit includes basal calories in every minute, and its active calories
   * of a day are those of the minutes above sedentary. An entry without a level is omitted.
   */
  private static void addCalories(
      LenientJson entry, OffsetInstant at, Instant end, NormalizedBatch.Builder batch) {
    Integer level = entry.integer("level", 0, 3);
    if (level != null && level > 0) {
      addAmount(Resource.CALORIES_ACTIVE, entry.nonNegative("value"), at, end, batch);
    }
  }

  private static void addHeartRate(
      LenientJson entry, OffsetInstant at, Instant end, NormalizedBatch.Builder batch) {
    Double bpm = entry.number("value", 1, 400);
    if (bpm != null) {
      batch.add(
          Sample.point(
              Resource.HEARTRATE, FitbitNormalizer.WATCH, at.at(), at.offsetSeconds(), bpm));
    }
  }

  private static void addAmount(
      Resource resource,
      Double value,
      OffsetInstant at,
      Instant end,
      NormalizedBatch.Builder batch) {
    if (value != null && value > 0) {
      batch.add(
          Sample.interval(
              resource, FitbitNormalizer.WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }
}
