package io.tributary.provider.wahoo;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;
import java.util.Map;

/** What users have entered of themselves; the weight counts for the day it was first read. */
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

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    for (Doc dated : documents.of(WahooKind.USER)) {
      try {
        LocalDate day = dated.requiredDay(Reading.ASKED_DAY);
        Doc user = dated.child(Reading.ANSWER);
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
          batch.add(BodySummary.at(day, FirstSeen.at(dated, facts)).weight(weight).build(), SOURCE);
        }
      } catch (IllegalArgumentException e) {
        batch.refuse("user", e.getMessage());
      }
    }
  }

  private static Integer centimetres(Doc user) {
    Double metres = user.number("height", SHORTEST, TALLEST);
    return metres == null ? null : Units.round(100 * metres);
  }

  /** Kilograms; null where nobody has entered any. */
  static Double weight(Doc user) {
    return user.number("weight", 0.5, 1000);
  }
}
