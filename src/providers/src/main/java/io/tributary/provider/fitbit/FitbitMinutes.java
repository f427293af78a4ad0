package io.tributary.provider.fitbit;

import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.LocalClock;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Readings by the minute. Each minute of a day is listed, those without motion too: a zero is no
 * reading, because nobody can tell it from a watch on the table.
 */
final class FitbitMinutes {
  private static final int MINUTE_SECONDS = 60;
  private static final int LONGEST_INTERVAL = 60;

  private FitbitMinutes() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    readings(documents, FitbitKind.STEPS, facts, batch, FitbitMinutes::steps);
    readings(documents, FitbitKind.DISTANCE, facts, batch, FitbitMinutes::distance);
    readings(documents, FitbitKind.CALORIES, facts, batch, FitbitMinutes::calories);
    readings(documents, FitbitKind.HEART, facts, batch, FitbitMinutes::heart);
  }

  /** Adds what an entry tells, if it tells something. */
  private interface Rule {
    void apply(Doc entry, Stamp at, Instant end, Batch.Builder batch);
  }

  private static void readings(
      DocSet documents, FitbitKind kind, AccountFacts facts, Batch.Builder batch, Rule rule) {
    FitbitNormaliser.each(
        documents,
        kind,
        batch,
        dated -> {
          LocalDate day = dated.requiredDay(Reading.ASKED_DAY);
          Doc series = dated.child(Reading.ANSWER).child("activities-" + kind.wire() + "-intraday");
          Integer minutes = series.integer("datasetInterval", 1, LONGEST_INTERVAL);
          int seconds = MINUTE_SECONDS * (minutes == null ? 1 : minutes);
          // In order, so that the hour that comes twice is told apart.
          LocalClock clock = new LocalClock(FitbitTime.zone(day, facts));
          for (Doc entry : series.list("dataset")) {
            LocalTime time = entry.clock("time");
            if (time == null) {
              batch.refuse(kind.wire(), "time is missing");
            } else {
              Stamp at = clock.next(day.atTime(time));
              rule.apply(entry, at, at.at().plusSeconds(seconds), batch);
            }
          }
        });
  }

  private static void steps(Doc entry, Stamp at, Instant end, Batch.Builder batch) {
    amount(Resource.STEPS, entry.amount("value"), at, end, batch);
  }

  private static void distance(Doc entry, Stamp at, Instant end, Batch.Builder batch) {
    Double kilometres = entry.amount("value");
    Double metres = kilometres == null ? null : (Double) FitbitDays.metres(kilometres);
    amount(Resource.DISTANCE, metres, at, end, batch);
  }

  /**
   * The vendor counts what a body burns at rest to every minute, and what it calls active calories
   * are those of the minutes above sedentary. An entry that does not say its level is neither.
   */
  private static void calories(Doc entry, Stamp at, Instant end, Batch.Builder batch) {
    Integer level = entry.integer("level", 0, 3);
    if (level != null && level > 0) {
      amount(Resource.CALORIES_ACTIVE, entry.amount("value"), at, end, batch);
    }
  }

  private static void heart(Doc entry, Stamp at, Instant end, Batch.Builder batch) {
    Double bpm = entry.number("value", 1, 400);
    if (bpm != null) {
      batch.add(
          Sample.point(
              Resource.HEARTRATE, FitbitNormaliser.WATCH, at.at(), at.offsetSeconds(), bpm));
    }
  }

  private static void amount(
      Resource resource, Double value, Stamp at, Instant end, Batch.Builder batch) {
    if (value != null && value > 0) {
      batch.add(
          Sample.interval(
              resource, FitbitNormaliser.WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }
}
