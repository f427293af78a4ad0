package io.tributary.provider.strava;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;
import java.util.Map;

/** What athletes have entered of themselves; the weight counts for the day it was first read. */
final class StravaAthlete {
  private static final Source APP = Source.of(StravaNormaliser.SLUG, SourceType.APP);
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of("M", ProfileSummary.Sex.MALE, "F", ProfileSummary.Sex.FEMALE);

  private StravaAthlete() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    for (Doc dated : documents.of(StravaKind.ATHLETE)) {
      try {
        LocalDate day = dated.requiredDay(Reading.ASKED_DAY);
        Doc doc = dated.child(Reading.ANSWER);
        ProfileSummary.Sex sex = doc.one("sex", SEXES);
        if (sex != null) {
          batch.add(ProfileSummary.profile().sex(sex).build(), APP);
        }
        Double weight = weight(doc);
        if (weight != null) {
          batch.add(BodySummary.at(day, FirstSeen.at(dated, facts)).weight(weight).build(), APP);
        }
      } catch (IllegalArgumentException e) {
        batch.refuse("athlete", e.getMessage());
      }
    }
  }

  /** Kilograms; null where nobody has entered any. */
  static Double weight(Doc doc) {
    return doc.number("weight", 0.5, 1000);
  }
}
