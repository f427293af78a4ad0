package io.tributary.provider.polar;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The user, and figures of the body of which the vendor tells no date. */
final class PolarBody {
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of("MALE", ProfileSummary.Sex.MALE, "FEMALE", ProfileSummary.Sex.FEMALE);

  private PolarBody() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    for (Doc dated : documents.of(PolarKind.PHYSICAL)) {
      Double weight = weight(dated.child(Reading.ANSWER));
      LocalDate day = dated.day(Reading.ASKED_DAY);
      if (weight != null && day != null) {
        batch.add(
            BodySummary.at(day, FirstSeen.at(dated, facts)).weight(weight).build(),
            PolarNormaliser.WATCH);
      }
    }
    for (Doc dated : documents.of(PolarKind.FITNESS)) {
      Double vo2 = vo2(dated.child(Reading.ANSWER));
      Instant at = FirstSeen.at(dated, facts);
      if (vo2 != null && at != null) {
        Integer offset = Stamp.in(Stamp.zone(facts.zone()), at).offsetSeconds();
        batch.add(Sample.point(Resource.VO2_MAX, PolarNormaliser.WATCH, at, offset, vo2));
      }
    }
    profile(documents, batch);
  }

  private static void profile(DocSet documents, Batch.Builder batch) {
    List<Doc> physical = documents.of(PolarKind.PHYSICAL);
    List<Doc> users = documents.of(PolarKind.USER);
    Doc user = users.isEmpty() ? Doc.MISSING : users.getLast();
    Integer height = physical.isEmpty() ? null : height(physical.getLast().child(Reading.ANSWER));
    height = height == null ? height(user) : height;
    LocalDate born = user.day("birthdate");
    ProfileSummary.Sex sex = user.one("gender", SEXES);
    if (height != null || born != null || sex != null) {
      batch.add(
          ProfileSummary.profile().height(height).birthDate(born).sex(sex).build(),
          PolarNormaliser.WATCH);
    }
  }

  /** Kilograms; null where nobody has entered any. */
  static Double weight(Doc doc) {
    return doc.number("weight", 0.5, 1000);
  }

  /** Millilitres of oxygen a kilogram and minute; null where it was not measured. */
  static Double vo2(Doc doc) {
    return doc.number(PolarNames.in(doc, "vo2_max"), 1, 120);
  }

  private static Integer height(Doc doc) {
    return Units.round(doc.number("height", 1, 300));
  }
}
