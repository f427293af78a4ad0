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
  private static final Map<String, SourceType> FORMS =
      Map.of(
          "WATCH", SourceType.WATCH,
          "FITNESS_BAND", SourceType.WATCH,
          "PHONE", SourceType.PHONE,
          "SCALE", SourceType.SCALE,
          "RING", SourceType.RING,
          "CHEST_STRAP", SourceType.CHEST_STRAP);

  static GoogleHealthPoint of(
      GoogleHealthDocumentKind kind, LenientJson doc, AccountContext facts) {
    return new GoogleHealthPoint(doc, doc.child(kind.camel()), facts);
  }

  /**
   * Returns the source by the form factor of the device. Points reconciled over all sources have
   * none; they are what Google's app shows.
   */
  Source source() {
    SourceType type = doc.child("dataSource").child("device").one("formFactor", FORMS);
    return Source.of(GoogleHealthNormaliser.SLUG, type == null ? SourceType.APP : type);
  }

  /** Returns Google's name of the point; reconciled points have another field for it. */
  String name() {
    return doc.text(doc.name("dataPointName", "name"));
  }

  /** Returns the time of a sample. */
  OffsetInstant sampled() {
    LenientJson time = value.child("sampleTime");
    return stamp(time.requiredInstant("physicalTime"), time.offset("utcOffset"));
  }

  /** Returns the start of an interval. */
  OffsetInstant start() {
    LenientJson interval = value.child("interval");
    return stamp(interval.requiredInstant("startTime"), interval.offset("startUtcOffset"));
  }

  /** Returns the end of an interval; without an offset of its own, that of the start applies. */
  OffsetInstant end() {
    LenientJson interval = value.child("interval");
    String offset = interval.name("endUtcOffset", "startUtcOffset");
    return stamp(interval.requiredInstant("endTime"), interval.offset(offset));
  }

  /** Returns the day of a daily value. */
  LocalDate date() {
    LocalDate civil = value.civilDay("date");
    return LenientJson.required("date", civil == null ? value.day("date") : civil);
  }

  /** Returns a time with the offset of the data, otherwise with that of the user's zone. */
  private OffsetInstant stamp(Instant at, Integer offset) {
    return OffsetInstant.in(OffsetInstant.zone(facts.zone()).datum(offset), at);
  }
}
