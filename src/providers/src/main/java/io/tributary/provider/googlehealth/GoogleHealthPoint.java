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
 * A data point: what all types have in common.
 *
 * @param value what stands under the name of its type
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
   * By the form of the device. What is reconciled over all sources has none: it is what the
   * vendor's app shows.
   */
  Source source() {
    SourceType type = doc.child("dataSource").child("device").one("formFactor", FORMS);
    return Source.of(GoogleHealthNormaliser.SLUG, type == null ? SourceType.APP : type);
  }

  /** The vendor's name of the point; that of a reconciled one has another field. */
  String name() {
    return doc.text(doc.name("dataPointName", "name"));
  }

  /** When a sample was taken. */
  OffsetInstant sampled() {
    LenientJson time = value.child("sampleTime");
    return stamp(time.requiredInstant("physicalTime"), time.offset("utcOffset"));
  }

  /** The begin of an interval. */
  OffsetInstant start() {
    LenientJson interval = value.child("interval");
    return stamp(interval.requiredInstant("startTime"), interval.offset("startUtcOffset"));
  }

  /** The end of an interval; where it tells no offset of its own, that of the begin. */
  OffsetInstant end() {
    LenientJson interval = value.child("interval");
    String offset = interval.name("endUtcOffset", "startUtcOffset");
    return stamp(interval.requiredInstant("endTime"), interval.offset(offset));
  }

  /** The day of a figure that is told once a day. */
  LocalDate date() {
    LocalDate civil = value.civilDay("date");
    return LenientJson.required("date", civil == null ? value.day("date") : civil);
  }

  /** Where the person was is told with the data, else the user's own zone is the best known. */
  private OffsetInstant stamp(Instant at, Integer offset) {
    return OffsetInstant.in(OffsetInstant.zone(facts.zone()).datum(offset), at);
  }
}
