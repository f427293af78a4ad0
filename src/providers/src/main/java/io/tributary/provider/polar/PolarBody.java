package io.tributary.provider.polar;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** Converts the user and body measurements, which have no date in the API. */
final class PolarBody {
  private static final Map<String, ProfileSummary.Sex> SEXES =
      Map.of("MALE", ProfileSummary.Sex.MALE, "FEMALE", ProfileSummary.Sex.FEMALE);

  private PolarBody() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson dated : documents.of(PolarDocumentKind.PHYSICAL)) {
      Double weight = weight(dated.child(FetchContext.ANSWER));
      LocalDate day = dated.day(FetchContext.ASKED_DAY);
      if (weight != null && day != null) {
        batch.add(
            BodySummary.at(day, FirstObservation.at(dated, facts)).weight(weight).build(),
            PolarNormalizer.WATCH);
      }
    }
    for (LenientJson dated : documents.of(PolarDocumentKind.FITNESS)) {
      Double vo2 = vo2(dated.child(FetchContext.ANSWER));
      Instant at = FirstObservation.at(dated, facts);
      if (vo2 != null && at != null) {
        Integer offset = OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), at).offsetSeconds();
        batch.add(Sample.point(Resource.VO2_MAX, PolarNormalizer.WATCH, at, offset, vo2));
      }
    }
    profile(documents, batch);
  }

  private static void profile(DocumentSet documents, NormalizedBatch.Builder batch) {
    List<LenientJson> physical = documents.of(PolarDocumentKind.PHYSICAL);
    List<LenientJson> users = documents.of(PolarDocumentKind.USER);
    LenientJson user = users.isEmpty() ? LenientJson.MISSING : users.getLast();
    Integer height =
        physical.isEmpty() ? null : height(physical.getLast().child(FetchContext.ANSWER));
    height = height == null ? height(user) : height;
    LocalDate born = user.day("birthdate");
    ProfileSummary.Sex sex = user.lookup("gender", SEXES);
    if (height != null || born != null || sex != null) {
      batch.add(
          ProfileSummary.profile().height(height).birthDate(born).sex(sex).build(),
          PolarNormalizer.WATCH);
    }
  }

  /** Returns the weight in kilograms; null if none was entered. */
  static Double weight(LenientJson doc) {
    return doc.number("weight", 0.5, 1000);
  }

  /** Returns the VO2 max in milliliters per kilogram and minute; null if it was not measured. */
  static Double vo2(LenientJson doc) {
    return doc.number(PolarFieldNames.in(doc, "vo2_max"), 1, 120);
  }

  private static Integer height(LenientJson doc) {
    return Units.round(doc.number("height", 1, 300));
  }
}
