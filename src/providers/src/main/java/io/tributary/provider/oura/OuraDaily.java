package io.tributary.provider.oura;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Converts feeds with one document per day: activity, blood oxygen and VO2 max. */
final class OuraDaily {
  private OuraDaily() {}

  static void activity(DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.DAILY_ACTIVITY)) {
      try {
        batch.add(
            ActivitySummary.on(doc.requiredDay("day"))
                .timezoneOffset(offset(doc, facts))
                .caloriesTotal(doc.nonNegative("total_calories"))
                .caloriesActive(doc.nonNegative("active_calories"))
                .steps(doc.integer("steps", 0, Integer.MAX_VALUE - 1))
                .distance(doc.nonNegative("equivalent_walking_distance"))
                .low(Units.minutes(doc.number("low_activity_time", 0, 90_000)))
                .medium(Units.minutes(doc.number("medium_activity_time", 0, 90_000)))
                .high(Units.minutes(doc.number("high_activity_time", 0, 90_000)))
                .build(),
            OuraNormalizer.RING);
      } catch (IllegalArgumentException e) {
        batch.reject("daily_activity", e.getMessage());
      }
    }
  }

  /**
   * Returns the offset of an activity day; null if its timestamp is missing, invalid or has none.
   */
  static Integer offset(LenientJson activity, AccountContext facts) {
    String text = activity.text("timestamp");
    try {
      return text == null
          ? null
          : OffsetInstant.parse("timestamp", text, facts.zone()).offsetSeconds();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static void bloodOxygen(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    List<OuraNight> nights = OuraNight.of(documents, facts);
    boolean sleepKnown = documents.has(OuraCollection.SLEEP);
    for (LenientJson doc : documents.of(OuraCollection.DAILY_SPO2)) {
      // A day without a reading is normal: the document exists without a percentage.
      Double percent = doc.child("spo2_percentage").number("average", 1, 100);
      if (percent == null) {
        continue;
      }
      LocalDate day = doc.day("day");
      Optional<OffsetInstant> at =
          day == null
              ? Optional.empty()
              : sleepKnown
                  ? wakeUp(nights, day)
                  : Optional.of(OffsetInstant.startOf(day, facts.zone()));
      at.ifPresentOrElse(
          stamp ->
              batch.add(
                  Sample.point(
                      Resource.BLOOD_OXYGEN,
                      OuraNormalizer.RING,
                      stamp.at(),
                      stamp.offsetSeconds(),
                      percent)),
          () -> batch.reject("daily_spo2", "no sleep record for that day"));
    }
  }

  /** Returns the end of the last long sleep of a day, otherwise of its last other sleep. */
  private static Optional<OffsetInstant> wakeUp(List<OuraNight> nights, LocalDate day) {
    return nights.stream()
        .filter(night -> night.day().equals(day))
        .max(Comparator.comparing(OuraNight::isLong).thenComparing(night -> night.end().at()))
        .map(OuraNight::end);
  }

  static void vo2Max(DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.VO2_MAX)) {
      try {
        Double value = doc.number("vo2_max", 0.1, 200);
        if (value != null) {
          OffsetInstant stamp = doc.requiredStamp("timestamp", facts.zone());
          batch.add(
              Sample.point(
                  Resource.VO2_MAX, OuraNormalizer.RING, stamp.at(), stamp.offsetSeconds(), value));
        }
      } catch (IllegalArgumentException e) {
        batch.reject("vO2_max", e.getMessage());
      }
    }
  }
}
