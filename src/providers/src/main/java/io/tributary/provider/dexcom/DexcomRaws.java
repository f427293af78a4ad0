package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.util.Set;

/** The records of a window as they are kept: readings by UTC day, others each by itself. */
final class DexcomRaws {
  static final RawRules RULES =
      new RawRules()
          .byUtcDay(DexcomKind.EGVS, Set.of(Resource.GLUCOSE), DexcomRaws::at)
          .each(
              DexcomKind.CALIBRATIONS,
              (doc, facts) ->
                  dated(DexcomKind.CALIBRATIONS, doc, facts).resources(Resource.GLUCOSE))
          .each(
              DexcomKind.EVENTS,
              (doc, facts) ->
                  dated(DexcomKind.EVENTS, doc, facts).resources(DexcomFeed.READINGS.resources()))
          .each(DexcomKind.DEVICES, (doc, facts) -> device(doc));

  private DexcomRaws() {}

  private static Instant at(Doc doc, AccountFacts facts) {
    Stamp at = DexcomTime.orNull(doc, facts);
    return at == null ? null : at.at();
  }

  private static Raw dated(DexcomKind kind, Doc doc, AccountFacts facts) {
    Stamp at = DexcomTime.orNull(doc, facts);
    return Raw.of(kind, doc).key(doc.id("recordId")).dayElse(at).at(at).span(at, at);
  }

  /** One per transmitter; those that tell none are told apart by what shows them. */
  private static Raw device(Doc doc) {
    String shownBy = doc.text("displayDevice");
    return Raw.of(DexcomKind.DEVICES, doc)
        .key(doc.id("transmitterId"))
        .keyElse(shownBy == null ? null : doc.text("transmitterGeneration") + " with " + shownBy)
        .shown("devices");
  }
}
