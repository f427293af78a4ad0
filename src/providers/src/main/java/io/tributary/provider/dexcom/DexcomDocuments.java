package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.util.Set;

/** Keys and dates of raw documents: readings are stored by UTC day, others one by one. */
final class DexcomDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys()
          .byUtcDay(DexcomDocumentKind.EGVS, Set.of(Resource.GLUCOSE), DexcomDocuments::at)
          .perDocument(
              DexcomDocumentKind.CALIBRATIONS,
              (doc, facts) ->
                  dated(DexcomDocumentKind.CALIBRATIONS, doc, facts).resources(Resource.GLUCOSE))
          .perDocument(
              DexcomDocumentKind.EVENTS,
              (doc, facts) ->
                  dated(DexcomDocumentKind.EVENTS, doc, facts)
                      .resources(DexcomFeed.READINGS.resources()))
          .perDocument(DexcomDocumentKind.DEVICES, (doc, facts) -> device(doc));

  private DexcomDocuments() {}

  private static Instant at(LenientJson doc, AccountContext facts) {
    OffsetInstant at = DexcomTime.orNull(doc, facts);
    return at == null ? null : at.at();
  }

  private static RawDocumentBuilder dated(
      DexcomDocumentKind kind, LenientJson doc, AccountContext facts) {
    OffsetInstant at = DexcomTime.orNull(doc, facts);
    return RawDocumentBuilder.of(kind, doc)
        .key(doc.id("recordId"))
        .dayIfAbsent(at)
        .at(at)
        .span(at, at);
  }

  /**
   * One document per transmitter. Without a transmitter ID, the display device distinguishes them.
   */
  private static RawDocumentBuilder device(LenientJson doc) {
    String shownBy = doc.text("displayDevice");
    return RawDocumentBuilder.of(DexcomDocumentKind.DEVICES, doc)
        .key(doc.id("transmitterId"))
        .keyIfAbsent(
            shownBy == null ? null : doc.text("transmitterGeneration") + " with " + shownBy)
        .endpoints("devices");
  }
}
