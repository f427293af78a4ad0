package io.tributary.provider.whoop;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts WHOOP documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class WhoopNormalizer {
  static final String SLUG = "whoop_v2";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private static final String[] ZONES = {"zero", "one", "two", "three", "four", "five"};

  private WhoopNormalizer() {}

  static NormalizedBatch normalise(WhoopFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case CYCLE -> addCycles(documents.of(WhoopDocumentKind.CYCLE), facts, batch);
      case SLEEP -> WhoopSleep.normalise(documents, facts, batch);
      case WORKOUT -> addWorkouts(documents.of(WhoopDocumentKind.WORKOUT), facts, batch);
      case BODY -> WhoopBody.normalise(documents, facts, batch);
    }
    return batch.build();
  }

  /** Returns the score, which is readable only if {@code score_state} is {@code SCORED}. */
  static LenientJson score(LenientJson doc) {
    return "SCORED".equals(doc.text("score_state")) ? doc.child("score") : LenientJson.MISSING;
  }

  /**
   * Converts cycles; of two on one day, as after an interrupted night, the one with more energy
   * counts.
   */
  private static void addCycles(
      List<LenientJson> cycles, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, ActivitySummary> days = new TreeMap<>();
    for (LenientJson doc : cycles) {
      try {
        LenientJson score = score(doc);
        Double calories = Units.kilocalories(score.nonNegative("kilojoule"));
        if (calories == null) {
          continue; // Not scored yet, or never.
        }
        OffsetInstant start = WhoopTime.stamp(doc, "start", facts);
        LocalDate day = WhoopTime.day(WhoopDocumentKind.CYCLE, doc, facts);
        ActivitySummary activity =
            ActivitySummary.on(day)
                .timezoneOffset(start.offsetSeconds())
                .caloriesTotal(calories)
                .heartRate(heartRate(score))
                .build();
        days.merge(day, activity, (a, b) -> a.caloriesTotal() >= b.caloriesTotal() ? a : b);
      } catch (IllegalArgumentException e) {
        batch.reject("cycle", e.getMessage());
      }
    }
    days.values().forEach(a -> batch.add(a, WATCH));
  }

  private static ActivitySummary.HeartRate heartRate(LenientJson score) {
    Double average = score.number("average_heart_rate", 1, 400);
    Double max = score.number("max_heart_rate", 1, 400);
    return average == null && max == null
        ? null
        : new ActivitySummary.HeartRate(average, null, max, null, null);
  }

  private static void addWorkouts(
      List<LenientJson> workouts, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : workouts) {
      try {
        LenientJson score = score(doc);
        OffsetInstant start = WhoopTime.stamp(doc, "start", facts);
        batch.add(
            WorkoutSummary.of(
                    doc.requiredId("id"), start.date(), start.at(), doc.requiredInstant("end"))
                .timezoneOffset(start.offsetSeconds())
                .sport(WhoopSports.of(doc.text("sport_name")))
                .calories(Units.kilocalories(score.nonNegative("kilojoule")))
                .averageHr(score.integer("average_heart_rate", 1, 400))
                .maxHr(score.integer("max_heart_rate", 1, 400))
                .distance(score.nonNegative("distance_meter"))
                .totalElevationGain(score.nonNegative("altitude_gain_meter"))
                .hrZones(zones(score.child("zone_durations")))
                .build(),
            WATCH);
      } catch (IllegalArgumentException e) {
        batch.reject("workout", e.getMessage());
      }
    }
  }

  /** Returns the six zones, which are the same as ours; null unless all six are present. */
  private static List<Integer> zones(LenientJson durations) {
    List<Integer> out = new ArrayList<>();
    for (String zone : ZONES) {
      Integer seconds = durations.secondsOfMillis("zone_" + zone + "_milli");
      if (seconds == null) {
        return null;
      }
      out.add(seconds);
    }
    return out;
  }
}
