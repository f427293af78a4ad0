package io.tributary.provider.whoop;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;

/**
 * Converts height and weight, which have no date in the API: the day on which they were first read
 * counts.
 */
final class WhoopBody {
  private static final double CM_PER_M = 100;

  private WhoopBody() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson dated : documents.of(WhoopDocumentKind.BODY)) {
      try {
        LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
        LenientJson doc = dated.child(FetchContext.ANSWER);
        Double meters = doc.number("height_meter", 0.2, 3);
        if (meters != null) {
          batch.add(
              ProfileSummary.profile().height(Units.round(meters * CM_PER_M)).build(),
              WhoopNormalizer.WATCH);
        }
        Double weight = weight(doc);
        if (weight != null) {
          batch.add(
              BodySummary.at(day, FirstObservation.at(dated, facts)).weight(weight).build(),
              WhoopNormalizer.WATCH);
        }
      } catch (IllegalArgumentException e) {
        batch.reject("body", e.getMessage());
      }
    }
  }

  /** Returns the weight in kilograms; null if none was entered. */
  static Double weight(LenientJson doc) {
    return doc.number("weight_kilogram", 0.5, 1000);
  }
}
