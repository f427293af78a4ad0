package io.tributary.provider.wahoo;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalisedBatch;
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
  private static final Source SOURCE = Source.of(WahooNormaliser.SLUG, SourceType.UNKNOWN);
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of(
          "0", ProfileSummary.Sex.MALE,
          "1", ProfileSummary.Sex.FEMALE,
          "2", ProfileSummary.Sex.OTHER);
  private static final double SHORTEST = 0.3;
  private static final double TALLEST = 3;

  private WahooUser() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalisedBatch.Builder batch) {
    for (LenientJson dated : documents.of(WahooDocumentKind.USER)) {
      try {
        LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
        LenientJson user = dated.child(FetchContext.ANSWER);
        ProfileSummary profile =
            ProfileSummary.profile()
                .height(centimetres(user))
                .birthDate(user.day("birth"))
                .sex(user.one("gender", SEXES))
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
        batch.refuse("user", e.getMessage());
      }
    }
  }

  private static Integer centimetres(LenientJson user) {
    Double metres = user.number("height", SHORTEST, TALLEST);
    return metres == null ? null : Units.round(100 * metres);
  }

  /** Returns the weight in kilograms; null if none was entered. */
  static Double weight(LenientJson user) {
    return user.number("weight", 0.5, 1000);
  }
}
