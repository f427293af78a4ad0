package io.tributary.provider.withings;

import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.ElectrocardiogramSummary.Classification;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts ECG recordings, with their signal in microvolts. */
final class WithingsHeart {
  private static final double MICROVOLTS_PER_MILLIVOLT = 1000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Classifications by code; the absence of fibrillation is not necessarily a sinus rhythm. */
  private static final Map<String, Classification> CLASSIFICATIONS =
      Map.of("1", Classification.ATRIAL_FIBRILLATION, "2", Classification.INCONCLUSIVE);

  private WithingsHeart() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> signals = new HashMap<>();
    for (LenientJson doc : documents.of(WithingsDocumentKind.SIGNAL)) {
      if (doc.id("signalid") != null) {
        signals.put(doc.id("signalid"), doc);
      }
    }
    for (LenientJson doc : documents.of(WithingsDocumentKind.HEART)) {
      try {
        LenientJson ecg = doc.child("ecg");
        LenientJson signal =
            LenientJson.required("signal", signals.get(ecg.requiredId("signalid")));
        addRecording(WithingsTime.stamp(doc, "timestamp", facts), doc, ecg, signal, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("heart", e.getMessage());
      }
    }
  }

  private static void addRecording(
      OffsetInstant start,
      LenientJson doc,
      LenientJson ecg,
      LenientJson signal,
      NormalizedBatch.Builder batch) {
    double hertz =
        LenientJson.required("sampling_frequency", signal.number("sampling_frequency", 1, 10_000));
    List<LenientJson> voltages = signal.list("signal");
    Classification finding = ecg.lookup("afib", CLASSIFICATIONS);
    batch.add(
        ElectrocardiogramSummary.of(
                start.at(), after(start.at(), voltages.size(), hertz), voltages.size())
            .heartRateMean(doc.integer("heart_rate", 1, 400))
            .samplingFrequencyHz(hertz)
            .classification(finding)
            .timeZone(WithingsTime.zoneName(doc))
            .offsetSeconds(start.offsetSeconds())
            .build(),
        WithingsNormalizer.WATCH);
    for (int i = 0; i < voltages.size(); i++) {
      Double microvolts = voltages.get(i).number();
      if (microvolts != null) {
        batch.add(
            typed(
                Resource.ELECTROCARDIOGRAM_VOLTAGE,
                new OffsetInstant(after(start.at(), i, hertz), start.offsetSeconds()),
                microvolts / MICROVOLTS_PER_MILLIVOLT,
                "lead_1"));
      }
    }
    if (finding == Classification.ATRIAL_FIBRILLATION) {
      batch.add(typed(Resource.HEART_RATE_ALERT, start, 1, "irregular_rhythm"));
    }
  }

  private static Sample typed(Resource resource, OffsetInstant at, double value, String type) {
    return new Sample(
        resource,
        WithingsNormalizer.WATCH,
        at.at(),
        null,
        at.offsetSeconds(),
        value,
        SampleExtras.type(type));
  }

  private static Instant after(Instant start, int samples, double hertz) {
    return start.plusNanos(Math.round(samples * NANOS_PER_SECOND / hertz));
  }
}
