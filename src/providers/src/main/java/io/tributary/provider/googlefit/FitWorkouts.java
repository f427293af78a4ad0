package io.tributary.provider.googlefit;

import io.tributary.model.Batch;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;

/** Sessions that are no sleep, with the sums over each. */
final class FitWorkouts {
  private FitWorkouts() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    for (Doc session : documents.of(FitKind.WORKOUT)) {
      try {
        batch.add(workout(session, documents, facts), FitPoint.UNKNOWN);
      } catch (IllegalArgumentException e) {
        batch.refuse(FitKind.WORKOUT.wire(), e.getMessage());
      }
    }
  }

  private static WorkoutSummary workout(Doc session, DocSet documents, AccountFacts facts) {
    String id = session.requiredId("id");
    Stamp start = Doc.required("startTimeMillis", FitTime.begin(session, facts));
    Stamp end = Doc.required("endTimeMillis", FitTime.end(session, facts));
    WorkoutSummary.Builder out =
        WorkoutSummary.of(id, start.date(), start.at(), end.at())
            .title(session.text("name"))
            .timezoneOffset(start.offsetSeconds())
            .sport(FitSports.of(session))
            .movingTime(session.secondsOfMillis("activeTimeMillis"));
    FitBucket expended = within(documents, FitKind.WORKOUT_EXPENDED, id);
    FitBucket distance = within(documents, FitKind.WORKOUT_DISTANCE, id);
    FitBucket heart = within(documents, FitKind.WORKOUT_HEART, id);
    return out.calories(expended == null ? null : expended.sum())
        .distance(distance == null ? null : distance.sum())
        .averageHr(heart == null ? null : bpm(heart, 0))
        .maxHr(heart == null ? null : bpm(heart, 1))
        .build();
  }

  /** The sum over a session; null when there is none, or it cannot be read. */
  static FitBucket within(DocSet documents, FitKind kind, String session) {
    for (Doc doc : documents.of(kind)) {
      if (session.equals(doc.id(FitSource.SESSION))) {
        try {
          return FitBucket.of(doc);
        } catch (IllegalArgumentException e) {
          return null;
        }
      }
    }
    return null;
  }

  static Integer bpm(FitBucket heart, int index) {
    Double bpm = heart.figure(index);
    return bpm == null || bpm < 1 || bpm > 400 ? null : Units.round(bpm);
  }
}
