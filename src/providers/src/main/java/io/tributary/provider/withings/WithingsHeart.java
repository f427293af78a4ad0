package io.tributary.provider.withings;

import io.tributary.model.Batch;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.ElectrocardiogramSummary.Classification;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Recordings of the heart, each with its signal in microvolts. */
final class WithingsHeart {
  private static final double MICROVOLTS = 1000;
  private static final double NANOS = 1e9;

  /** No fibrillation is not yet a sinus rhythm. */
  private static final Map<String, Classification> FINDINGS =
      Map.of("1", Classification.ATRIAL_FIBRILLATION, "2", Classification.INCONCLUSIVE);

  private WithingsHeart() {}

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    Map<String, Doc> signals = new HashMap<>();
    for (Doc doc : documents.of(WithingsKind.SIGNAL)) {
      if (doc.id("signalid") != null) {
        signals.put(doc.id("signalid"), doc);
      }
    }
    for (Doc doc : documents.of(WithingsKind.HEART)) {
      try {
        Doc ecg = doc.child("ecg");
        Doc signal = Doc.required("signal", signals.get(ecg.requiredId("signalid")));
        recording(WithingsTime.stamp(doc, "timestamp", facts), doc, ecg, signal, batch);
      } catch (IllegalArgumentException e) {
        batch.refuse("heart", e.getMessage());
      }
    }
  }

  private static void recording(Stamp start, Doc doc, Doc ecg, Doc signal, Batch.Builder batch) {
    double hertz =
        Doc.required("sampling_frequency", signal.number("sampling_frequency", 1, 10_000));
    List<Doc> voltages = signal.list("signal");
    Classification finding = ecg.one("afib", FINDINGS);
    batch.add(
        ElectrocardiogramSummary.of(
                start.at(), after(start.at(), voltages.size(), hertz), voltages.size())
            .heartRateMean(doc.integer("heart_rate", 1, 400))
            .samplingFrequencyHz(hertz)
            .classification(finding)
            .timeZone(WithingsTime.zoneName(doc))
            .offsetSeconds(start.offsetSeconds())
            .build(),
        WithingsNormaliser.WATCH);
    for (int i = 0; i < voltages.size(); i++) {
      Double microvolts = voltages.get(i).number();
      if (microvolts != null) {
        batch.add(
            typed(
                Resource.ELECTROCARDIOGRAM_VOLTAGE,
                new Stamp(after(start.at(), i, hertz), start.offsetSeconds()),
                microvolts / MICROVOLTS,
                "lead_1"));
      }
    }
    if (finding == Classification.ATRIAL_FIBRILLATION) {
      batch.add(typed(Resource.HEART_RATE_ALERT, start, 1, "irregular_rhythm"));
    }
  }

  private static Sample typed(Resource resource, Stamp at, double value, String type) {
    return new Sample(
        resource,
        WithingsNormaliser.WATCH,
        at.at(),
        null,
        at.offsetSeconds(),
        value,
        SampleExtras.type(type));
  }

  private static Instant after(Instant start, int samples, double hertz) {
    return start.plusNanos(Math.round(samples * NANOS / hertz));
  }
}
