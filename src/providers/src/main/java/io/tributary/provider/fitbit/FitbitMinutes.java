package io.tributary.provider.fitbit;

import io.tributary.model.NormalisedBatch;
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
  private static final int LONGEST_INTERVAL = 60;

  private FitbitMinutes() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalisedBatch.Builder batch) {
    readings(documents, FitbitDocumentKind.STEPS, facts, batch, FitbitMinutes::steps);
    readings(documents, FitbitDocumentKind.DISTANCE, facts, batch, FitbitMinutes::distance);
    readings(documents, FitbitDocumentKind.CALORIES, facts, batch, FitbitMinutes::calories);
    readings(documents, FitbitDocumentKind.HEART, facts, batch, FitbitMinutes::heart);
  }

  /** Adds the samples of an entry, if it has any. */
  private interface Rule {
    void apply(LenientJson entry, OffsetInstant at, Instant end, NormalisedBatch.Builder batch);
  }

  private static void readings(
      DocumentSet documents,
      FitbitDocumentKind kind,
      AccountContext facts,
      NormalisedBatch.Builder batch,
      Rule rule) {
    FitbitNormaliser.each(
        documents,
        kind,
        batch,
        dated -> {
          LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
          LenientJson series =
              dated.child(FetchContext.ANSWER).child("activities-" + kind.wire() + "-intraday");
          Integer minutes = series.integer("datasetInterval", 1, LONGEST_INTERVAL);
          int seconds = MINUTE_SECONDS * (minutes == null ? 1 : minutes);
          // Entries are in order, so that a repeated hour can be resolved.
          LocalClock clock = new LocalClock(FitbitTime.zone(day, facts));
          for (LenientJson entry : series.list("dataset")) {
            LocalTime time = entry.clock("time");
            if (time == null) {
              batch.refuse(kind.wire(), "time is missing");
            } else {
              OffsetInstant at = clock.next(day.atTime(time));
              rule.apply(entry, at, at.at().plusSeconds(seconds), batch);
            }
          }
        });
  }

  private static void steps(
      LenientJson entry, OffsetInstant at, Instant end, NormalisedBatch.Builder batch) {
    amount(Resource.STEPS, entry.amount("value"), at, end, batch);
  }

  private static void distance(
      LenientJson entry, OffsetInstant at, Instant end, NormalisedBatch.Builder batch) {
    Double kilometres = entry.amount("value");
    Double metres = kilometres == null ? null : (Double) FitbitDays.metres(kilometres);
    amount(Resource.DISTANCE, metres, at, end, batch);
  }

  /**
   * Adds active calories. Fitbit includes basal calories in every minute, and its active calories
   * of a day are those of the minutes above sedentary. An entry without a level is omitted.
   */
  private static void calories(
      LenientJson entry, OffsetInstant at, Instant end, NormalisedBatch.Builder batch) {
    Integer level = entry.integer("level", 0, 3);
    if (level != null && level > 0) {
      amount(Resource.CALORIES_ACTIVE, entry.amount("value"), at, end, batch);
    }
  }

  private static void heart(
      LenientJson entry, OffsetInstant at, Instant end, NormalisedBatch.Builder batch) {
    Double bpm = entry.number("value", 1, 400);
    if (bpm != null) {
      batch.add(
          Sample.point(
              Resource.HEARTRATE, FitbitNormaliser.WATCH, at.at(), at.offsetSeconds(), bpm));
    }
  }

  private static void amount(
      Resource resource,
      Double value,
      OffsetInstant at,
      Instant end,
      NormalisedBatch.Builder batch) {
    if (value != null && value > 0) {
      batch.add(
          Sample.interval(
              resource, FitbitNormaliser.WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }
}
