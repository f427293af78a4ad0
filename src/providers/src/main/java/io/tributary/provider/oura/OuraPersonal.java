package io.tributary.provider.oura;

import io.tributary.model.BodySummary;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/** Converts the feeds of the person and of the ring. */
final class OuraPersonal {
  private static final double CM_PER_M = 100;

  private OuraPersonal() {}

  static void personal(DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.PERSONAL_INFO)) {
      Double meters = doc.number("height", 0.2, 3);
      Integer height = meters == null ? null : Units.round(meters * CM_PER_M);
      ProfileSummary.Sex sex = sex(doc.text("biological_sex"));
      if (height != null || sex != null) {
        batch.add(ProfileSummary.profile().height(height).sex(sex).build(), OuraNormalizer.APP);
      }
      Double weight = doc.number("weight", 0.5, 1000);
      if (weight != null) {
        ZoneId zone = facts.zone().orElse(ZoneOffset.UTC);
        batch.add(
            BodySummary.at(facts.connectedAt().atZone(zone).toLocalDate(), facts.connectedAt())
                .weight(weight)
                .build(),
            OuraNormalizer.APP);
      }
    }
  }

  /** Returns null if the text is missing or unknown. */
  private static ProfileSummary.Sex sex(String text) {
    return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
      case "female" -> ProfileSummary.Sex.FEMALE;
      case "male" -> ProfileSummary.Sex.MALE;
      case "other" -> ProfileSummary.Sex.OTHER;
      default -> null;
    };
  }

  static void addDevice(DocumentSet documents, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(OuraCollection.RING_CONFIGURATION)) {
      String generation = doc.text("hardware_type");
      batch.add(
          new DeviceDescription(
              OuraNormalizer.SLUG,
              SourceType.RING,
              null,
              "Oura",
              generation == null ? "Oura Ring" : "Oura Ring " + generation,
              doc.text("firmware_version"),
              doc.text("id")));
    }
  }
}
