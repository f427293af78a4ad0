package io.tributary.provider.strava;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.Map;

/** Converts the athlete's own entries; the weight counts for the day on which it was first read. */
final class StravaAthlete {
  private static final Source APP = Source.of(StravaNormalizer.SLUG, SourceType.APP);
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of("M", ProfileSummary.Sex.MALE, "F", ProfileSummary.Sex.FEMALE);

  private StravaAthlete() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson dated : documents.of(StravaDocumentKind.ATHLETE)) {
      try {
        LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
        LenientJson doc = dated.child(FetchContext.ANSWER);
        ProfileSummary.Sex sex = doc.lookup("sex", SEXES);
        if (sex != null) {
          batch.add(ProfileSummary.profile().sex(sex).build(), APP);
        }
        Double weight = weight(doc);
        if (weight != null) {
          batch.add(
              BodySummary.at(day, FirstObservation.at(dated, facts)).weight(weight).build(), APP);
        }
      } catch (IllegalArgumentException e) {
        batch.reject("athlete", e.getMessage());
      }
    }
  }

  /** Returns the weight in kilograms; null if none was entered. */
  static Double weight(LenientJson doc) {
    return doc.number("weight", 0.5, 1000);
  }
}
