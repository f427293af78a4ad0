package io.tributary.provider.googlefit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;

/** Converts sessions other than sleep, with the sums over each. */
final class GoogleFitWorkouts {
  private GoogleFitWorkouts() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson session : documents.of(GoogleFitDocumentKind.WORKOUT)) {
      try {
        batch.add(workout(session, documents, facts), GoogleFitPoint.UNKNOWN);
      } catch (IllegalArgumentException e) {
        batch.reject(GoogleFitDocumentKind.WORKOUT.wire(), e.getMessage());
      }
    }
  }

  private static WorkoutSummary workout(
      LenientJson session, DocumentSet documents, AccountContext facts) {
    String id = session.requiredId("id");
    OffsetInstant start =
        LenientJson.required("startTimeMillis", GoogleFitTime.begin(session, facts));
    OffsetInstant end = LenientJson.required("endTimeMillis", GoogleFitTime.end(session, facts));
    WorkoutSummary.Builder out =
        WorkoutSummary.of(id, start.date(), start.at(), end.at())
            .title(session.text("name"))
            .timezoneOffset(start.offsetSeconds())
            .sport(GoogleFitSports.of(session))
            .movingTime(session.secondsOfMillis("activeTimeMillis"));
    GoogleFitBucket expended = sumOf(documents, GoogleFitDocumentKind.WORKOUT_EXPENDED, id);
    GoogleFitBucket distance = sumOf(documents, GoogleFitDocumentKind.WORKOUT_DISTANCE, id);
    GoogleFitBucket heart = sumOf(documents, GoogleFitDocumentKind.WORKOUT_HEART, id);
    return out.calories(expended == null ? null : expended.sum())
        .distance(distance == null ? null : distance.sum())
        .averageHr(heart == null ? null : bpm(heart, 0))
        .maxHr(heart == null ? null : bpm(heart, 1))
        .build();
  }

  /** Returns the sum over a session; null if missing or unreadable. */
  static GoogleFitBucket sumOf(DocumentSet documents, GoogleFitDocumentKind kind, String session) {
    for (LenientJson doc : documents.of(kind)) {
      if (session.equals(doc.id(GoogleFitClient.SESSION))) {
        try {
          return GoogleFitBucket.of(doc);
        } catch (IllegalArgumentException e) {
          return null;
        }
      }
    }
    return null;
  }

  static Integer bpm(GoogleFitBucket heart, int index) {
    Double bpm = heart.firstValue(index);
    return bpm == null || bpm < 1 || bpm > 400 ? null : Units.round(bpm);
  }
}
