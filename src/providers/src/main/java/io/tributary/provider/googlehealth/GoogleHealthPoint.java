package io.tributary.provider.googlehealth;

import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/**
 * Data point, with the properties that all types have in common.
 *
 * @param value object under the name of the type
 */
record GoogleHealthPoint(LenientJson doc, LenientJson value, AccountContext facts) {
  private static final Map<String, SourceType> FORM_FACTORS =
      Map.of(
          "WATCH", SourceType.WATCH,
          "FITNESS_BAND", SourceType.WATCH,
          "PHONE", SourceType.PHONE,
          "SCALE", SourceType.SCALE,
          "RING", SourceType.RING,
          "CHEST_STRAP", SourceType.CHEST_STRAP);

  static GoogleHealthPoint of(
      GoogleHealthDocumentKind kind, LenientJson doc, AccountContext facts) {
    return new GoogleHealthPoint(doc, doc.child(kind.camelCase()), facts);
  }

  /**
   * Returns the source by the form factor of the device. Points reconciled over all sources have
   * none; they are what Google's app shows.
   */
  Source source() {
    SourceType type = doc.child("dataSource").child("device").lookup("formFactor", FORM_FACTORS);
    return Source.of(GoogleHealthNormalizer.SLUG, type == null ? SourceType.APP : type);
  }

  /** Returns Google's name of the point; reconciled points have another field for it. */
  String name() {
    return doc.text(doc.firstPresent("dataPointName", "name"));
  }

  /** Returns the time of a sample. */
  OffsetInstant sampleTime() {
    LenientJson time = value.child("sampleTime");
    return withOffset(time.requiredInstant("physicalTime"), time.offset("utcOffset"));
  }

  /** Returns the start of an interval. */
  OffsetInstant start() {
    LenientJson interval = value.child("interval");
    return withOffset(interval.requiredInstant("startTime"), interval.offset("startUtcOffset"));
  }

  /** Returns the end of an interval; without an offset of its own, that of the start applies. */
  OffsetInstant end() {
    LenientJson interval = value.child("interval");
    String offset = interval.firstPresent("endUtcOffset", "startUtcOffset");
    return withOffset(interval.requiredInstant("endTime"), interval.offset(offset));
  }

  /** Returns the day of a daily value. */
  LocalDate date() {
    LocalDate civil = value.civilDay("date");
    return LenientJson.required("date", civil == null ? value.day("date") : civil);
  }

  /** Returns a time with the offset of the data, otherwise with that of the user's zone. */
  private OffsetInstant withOffset(Instant at, Integer offset) {
    return OffsetInstant.inZone(OffsetInstant.zone(facts.zone()).withOffset(offset), at);
  }
}
