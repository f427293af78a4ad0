package io.tributary.provider.wahoo;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.Map;

/** Converts the user's own entries; the weight counts for the day on which it was first read. */
final class WahooUser {
  private static final Source SOURCE = Source.of(WahooNormalizer.SLUG, SourceType.UNKNOWN);
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of(
          "0", ProfileSummary.Sex.MALE,
          "1", ProfileSummary.Sex.FEMALE,
          "2", ProfileSummary.Sex.OTHER);
  private static final double MIN_HEIGHT = 0.3;
  private static final double MAX_HEIGHT = 3;

  private WahooUser() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson dated : documents.of(WahooDocumentKind.USER)) {
      try {
        LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
        LenientJson user = dated.child(FetchContext.ANSWER);
        ProfileSummary profile =
            ProfileSummary.profile()
                .height(centimeters(user))
                .birthDate(user.day("birth"))
                .sex(user.lookup("gender", SEXES))
                .build();
        if (!profile.equals(ProfileSummary.profile().build())) {
          batch.add(profile, SOURCE);
        }
        Double weight = weight(user);
        if (weight != null) {
          batch.add(
              BodySummary.at(day, FirstObservation.at(dated, facts)).weight(weight).build(),
              SOURCE);
        }
      } catch (IllegalArgumentException e) {
        batch.reject("user", e.getMessage());
      }
    }
  }

  private static Integer centimeters(LenientJson user) {
    Double metres = user.number("height", MIN_HEIGHT, MAX_HEIGHT);
    return metres == null ? null : Units.round(100 * metres);
  }

  /** Returns the weight in kilograms; null if none was entered. */
  static Double weight(LenientJson user) {
    return user.number("weight", 0.5, 1000);
  }
}
