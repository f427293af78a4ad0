package io.tributary.provider.dexcom;

import io.tributary.model.DeviceFacts;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleKey;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts Dexcom records to samples. Stateless and thread-safe. It never throws; a record that
 * cannot be used is one entry in {@link NormalisedBatch#refused()}. Values that the provider omits
 * are omitted here.
 */
final class DexcomNormaliser {
  static final String SLUG = "dexcom_v3";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source SENSOR = Source.of(SLUG, SourceType.AUTOMATIC);
  static final Source BLOOD = Source.of(SLUG, SourceType.FINGERPRICK);

  /** Highest plausible value in mmol/L; no sensor or test strip measures as much. */
  private static final double HIGHEST = 60;

  private DexcomNormaliser() {}

  static NormalisedBatch normalise(DexcomFeed feed, DocumentSet documents, AccountContext facts) {
    NormalisedBatch.Builder batch = NormalisedBatch.builder();
    Map<SampleKey, Sample> samples = new LinkedHashMap<>();
    each(documents, DexcomDocumentKind.EGVS, batch, r -> glucose(r, facts, SENSOR), samples);
    each(documents, DexcomDocumentKind.CALIBRATIONS, batch, r -> glucose(r, facts, BLOOD), samples);
    each(documents, DexcomDocumentKind.EVENTS, batch, r -> DexcomEvents.sample(r, facts), samples);
    samples.values().forEach(batch::add);
    for (LenientJson device : documents.of(DexcomDocumentKind.DEVICES)) {
      batch.add(device(device));
    }
    return batch.build();
  }

  /** Conversion of one record; empty if it has no value. */
  private interface Rule {
    Optional<Sample> of(LenientJson record);
  }

  /**
   * Converts records in order of their ID, so that of two at one instant the same wins in any
   * order.
   */
  private static void each(
      DocumentSet documents,
      DexcomDocumentKind kind,
      NormalisedBatch.Builder batch,
      Rule rule,
      Map<SampleKey, Sample> samples) {
    List<LenientJson> sorted =
        documents.of(kind).stream()
            .sorted(
                Comparator.comparing(
                    d -> d.id("recordId"), Comparator.nullsFirst(Comparator.naturalOrder())))
            .toList();
    for (LenientJson record : sorted) {
      try {
        rule.of(record).ifPresent(s -> samples.put(s.key(), s));
      } catch (IllegalArgumentException e) {
        batch.refuse(kind.wire(), e.getMessage());
      }
    }
  }

  /**
   * Returns a glucose reading; empty if the sensor gave none. Outside the measuring range the API
   * reports high or low, and the value is the end of the range or missing.
   */
  static Optional<Sample> glucose(LenientJson record, AccountContext facts, Source source) {
    if (!record.has("value")) {
      return Optional.empty();
    }
    OffsetInstant at = DexcomTime.of(record, facts);
    return Optional.of(
        Sample.point(
                Resource.GLUCOSE,
                source,
                at.at(),
                at.offsetSeconds(),
                mmolPerLitre(record.number("value", 0, Double.MAX_VALUE), record.text("unit")))
            .withExtras(SampleExtras.type(source.type().wire())));
  }

  private static double mmolPerLitre(Double value, String unit) {
    double known = LenientJson.required("value", value);
    double mmol =
        switch (LenientJson.required("unit", unit)) {
          case "mg/dL" -> Units.decimals(Units.glucoseMmolPerLitre(known), 3);
          case "mmol/L" -> known;
          default -> throw new IllegalArgumentException("unit is not one of glucose");
        };
    if (mmol <= 0 || mmol > HIGHEST) {
      throw new IllegalArgumentException("value is no glucose");
    }
    return mmol;
  }

  private static DeviceFacts device(LenientJson doc) {
    String generation = doc.text("transmitterGeneration");
    return new DeviceFacts(
        SLUG,
        SourceType.AUTOMATIC,
        null,
        "Dexcom",
        generation == null ? null : "Dexcom " + generation,
        doc.text("softwareVersion"),
        doc.id("transmitterId"));
  }
}
