package io.tributary.provider.sdk;

import io.tributary.model.ProfileSummary;
import io.tributary.model.Units;

/** Maps the user profile of the phone. */
record ProfileMapper(SummaryMapperSupport support) {
  void map(RecordNode r) {
    String sex = r.text("biological_sex") == null ? r.text("sex") : r.text("biological_sex");
    String gender = r.text("gender");
    support.add(
        ProfileSummary.profile()
            .height(Units.round(r.number("height")))
            .birthDate(r.has("birth_date") ? r.date("birth_date") : r.date("date_of_birth"))
            .wheelchairUse(r.flag("wheelchair_use"))
            .sex(sex(r, sex))
            .gender(gender(r, gender == null ? sex : gender))
            .build(),
        support.source(r));
  }

  private static ProfileSummary.Sex sex(RecordNode r, String word) {
    return switch (word == null ? "not_set" : word) {
      case "male" -> ProfileSummary.Sex.MALE;
      case "female" -> ProfileSummary.Sex.FEMALE;
      case "other" -> ProfileSummary.Sex.OTHER;
      case "not_set", "unknown" -> null;
      default ->
          throw r.unusable(
              "biological_sex", "Input should be one of: female, male, not_set, other", "enum");
    };
  }

  private static ProfileSummary.Gender gender(RecordNode r, String word) {
    return switch (word == null ? "not_set" : word) {
      case "male" -> ProfileSummary.Gender.MALE;
      case "female" -> ProfileSummary.Gender.FEMALE;
      case "other" -> ProfileSummary.Gender.OTHER;
      case "unknown" -> ProfileSummary.Gender.UNKNOWN;
      case "not_set" -> null;
      default ->
          throw r.unusable(
              "gender", "Input should be one of: female, male, other, unknown", "enum");
    };
  }
}
