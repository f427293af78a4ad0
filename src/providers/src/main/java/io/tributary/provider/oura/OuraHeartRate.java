package io.tributary.provider.oura;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetHistory;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts heart rates of the collection and of sleep documents. If both contain the same instant,
 * the reading of the collection counts, because it is the one that Oura revises.
 */
final class OuraHeartRate {
  private static final double HIGHEST_BPM = 400;

  private OuraHeartRate() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<Instant, Sample> samples = new TreeMap<>();
    for (OuraNight night : OuraNight.of(documents, facts)) {
      try {
        OuraSeries.read(
            night.doc(),
            "heart_rate",
            facts.zone(),
            (at, bpm) -> put(samples, at, night.offsetSeconds(), bpm));
      } catch (IllegalArgumentException e) {
        batch.reject("sleep.heart_rate", e.getMessage());
      }
    }
    OffsetHistory offsets = OuraOffsets.of(documents, facts);
    for (LenientJson doc : documents.of(OuraCollection.HEARTRATE)) {
      try {
        Instant at = doc.requiredStamp("timestamp", facts.zone()).at();
        Double bpm = doc.number("bpm", 1, HIGHEST_BPM);
        put(samples, at, offsets.offsetAt(at), LenientJson.required("bpm", bpm));
      } catch (IllegalArgumentException e) {
        batch.reject("heartrate", e.getMessage());
      }
    }
    samples.values().forEach(batch::add);
  }

  private static void put(Map<Instant, Sample> samples, Instant at, Integer offset, double bpm) {
    if (bpm <= HIGHEST_BPM) {
      samples.put(at, Sample.point(Resource.HEARTRATE, OuraNormalizer.RING, at, offset, bpm));
    }
  }
}
