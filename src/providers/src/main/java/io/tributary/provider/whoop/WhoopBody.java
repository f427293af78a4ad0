package io.tributary.provider.whoop;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;

/** Height and weight, of which the vendor tells no date: the day they were first read counts. */
final class WhoopBody {
  private static final double CM_PER_M = 100;

  private WhoopBody() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    for (Doc dated : documents.of(WhoopKind.BODY)) {
      try {
        LocalDate day = dated.requiredDay(Reading.ASKED_DAY);
        Doc doc = dated.child(Reading.ANSWER);
        Double meters = doc.number("height_meter", 0.2, 3);
        if (meters != null) {
          batch.add(
              ProfileSummary.profile().height(Units.round(meters * CM_PER_M)).build(),
              WhoopNormaliser.WATCH);
        }
        Double weight = weight(doc);
        if (weight != null) {
          batch.add(
              BodySummary.at(day, FirstSeen.at(dated, facts)).weight(weight).build(),
              WhoopNormaliser.WATCH);
        }
      } catch (IllegalArgumentException e) {
        batch.refuse("body", e.getMessage());
      }
    }
  }

  /** Kilograms; null where nobody has entered any. */
  static Double weight(Doc doc) {
    return doc.number("weight_kilogram", 0.5, 1000);
  }
}
