package io.tributary.provider.oura;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.util.Set;

/** Converts timed sessions: workouts and mindfulness. */
final class OuraSessions {
  /** Types of mindfulness; a nap is sleep, and a body status check is a measurement of seconds. */
  private static final Set<String> MINDFULNESS_TYPES =
      Set.of("breathing", "meditation", "relaxation", "rest");

  private OuraSessions() {}

  static void workouts(DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.WORKOUT)) {
      try {
        OffsetInstant start = doc.requiredStamp("start_datetime", facts.zone());
        OffsetInstant end = doc.requiredStamp("end_datetime", facts.zone());
        // The ring has not measured a manual entry.
        Source source =
            "manual".equals(doc.text("source")) ? OuraNormalizer.APP : OuraNormalizer.RING;
        batch.add(
            WorkoutSummary.of(
                    doc.requiredText("id"),
                    doc.day("day") == null ? start.date() : doc.day("day"),
                    start.at(),
                    end.at())
                .title(doc.text("label"))
                .timezoneOffset(start.offsetSeconds())
                .sport(OuraSports.of(doc.text("activity")))
                .calories(doc.nonNegative("calories"))
                .distance(doc.nonNegative("distance"))
                .build(),
            source);
      } catch (IllegalArgumentException e) {
        batch.reject("workout", e.getMessage());
      }
    }
  }

  static void mindfulness(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.SESSION)) {
      String type = doc.text("type");
      if (type == null || !MINDFULNESS_TYPES.contains(type)) {
        continue;
      }
      try {
        OffsetInstant start = doc.requiredStamp("start_datetime", facts.zone());
        OffsetInstant end = doc.requiredStamp("end_datetime", facts.zone());
        batch.add(
            Sample.interval(
                Resource.MINDFULNESS_MINUTES,
                OuraNormalizer.RING,
                start.at(),
                end.at(),
                start.offsetSeconds(),
                Duration.between(start.at(), end.at()).toMillis() / 60_000.0));
      } catch (IllegalArgumentException e) {
        batch.reject("session", e.getMessage());
      }
    }
  }
}
