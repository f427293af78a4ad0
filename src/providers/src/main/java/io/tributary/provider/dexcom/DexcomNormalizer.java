package io.tributary.provider.dexcom;

import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
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
 * cannot be used is one entry in {@link NormalizedBatch#refused()}. Values that the provider omits
 * are omitted here.
 */
final class DexcomNormalizer {
  static final String SLUG = "dexcom_v3";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source SENSOR = Source.of(SLUG, SourceType.AUTOMATIC);
  static final Source FINGERSTICK = Source.of(SLUG, SourceType.FINGERPRICK);

  /** Highest plausible value in mmol/L; no sensor or test strip measures as much. */
  private static final double MAX_MMOL_PER_LITER = 60;

  private DexcomNormalizer() {}

  static NormalizedBatch normalise(DexcomFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    Map<SampleKey, Sample> samples = new LinkedHashMap<>();
    convertEach(documents, DexcomDocumentKind.EGVS, batch, r -> glucose(r, facts, SENSOR), samples);
    convertEach(
        documents,
        DexcomDocumentKind.CALIBRATIONS,
        batch,
        r -> glucose(r, facts, FINGERSTICK),
        samples);
    convertEach(
        documents, DexcomDocumentKind.EVENTS, batch, r -> DexcomEvents.sample(r, facts), samples);
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
  private static void convertEach(
      DocumentSet documents,
      DexcomDocumentKind kind,
      NormalizedBatch.Builder batch,
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
        batch.reject(kind.wire(), e.getMessage());
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
                mmolPerLiter(record.number("value", 0, Double.MAX_VALUE), record.text("unit")))
            .withExtras(SampleExtras.type(source.type().wire())));
  }

  private static double mmolPerLiter(Double value, String unit) {
    double known = LenientJson.required("value", value);
    double mmol =
        switch (LenientJson.required("unit", unit)) {
          case "mg/dL" -> Units.roundTo(Units.glucoseMmolPerLitre(known), 3);
          case "mmol/L" -> known;
          default -> throw new IllegalArgumentException("unit is not a glucose unit");
        };
    if (mmol <= 0 || mmol > MAX_MMOL_PER_LITER) {
      throw new IllegalArgumentException("value is out of range for glucose");
    }
    return mmol;
  }

  private static DeviceDescription device(LenientJson doc) {
    String generation = doc.text("transmitterGeneration");
    return new DeviceDescription(
        SLUG,
        SourceType.AUTOMATIC,
        null,
        "Dexcom",
        generation == null ? null : "Dexcom " + generation,
        doc.text("softwareVersion"),
        doc.id("transmitterId"));
  }
}
