package io.tributary.provider.polar;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.polar.PolarNight.Entry;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts nights, each with the Nightly Recharge of the same date. */
final class PolarSleep {
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "0", SleepStage.AWAKE,
          "1", SleepStage.REM,
          "2", SleepStage.LIGHT,
          "3", SleepStage.LIGHT,
          "4", SleepStage.DEEP);

  private PolarSleep() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, LenientJson> recharges = new HashMap<>();
    for (LenientJson doc : documents.of(PolarDocumentKind.RECHARGE)) {
      if (doc.day("date") != null) {
        recharges.put(doc.day("date"), doc);
      }
    }
    for (LenientJson doc : documents.of(PolarDocumentKind.NIGHT)) {
      try {
        PolarNight night = PolarNight.of(doc, facts);
        night(night, recharges.getOrDefault(night.day(), LenientJson.MISSING), batch);
      } catch (IllegalArgumentException e) {
        batch.reject("sleep", e.getMessage());
      }
    }
  }

  private static void night(PolarNight night, LenientJson recharge, NormalizedBatch.Builder batch) {
    Optional<SleepCycleSummary> cycle = hypnogram(night);
    batch.add(summary(night, recharge, cycle), PolarNormalizer.WATCH);
    cycle.ifPresent(c -> batch.add(c, PolarNormalizer.WATCH));
    samples(night, Resource.HRV, recharge.child("hrv_samples"), 1000, batch);
    samples(night, Resource.RESPIRATORY_RATE, recharge.child("breathing_samples"), 100, batch);
    PolarNormalizer.addDevice(night.doc().id("device_id"), null, batch);
  }

  private static SleepSummary summary(
      PolarNight night, LenientJson recharge, Optional<SleepCycleSummary> cycle) {
    LenientJson doc = night.doc();
    Integer light = doc.seconds("light_sleep");
    Integer deep = doc.seconds("deep_sleep");
    Integer rem = doc.seconds("rem_sleep");
    boolean staged = light != null || deep != null || rem != null;
    int total = orZero(light) + orZero(deep) + orZero(rem);
    int length = SleepRules.duration(night.start().at(), night.end().at());
    return SleepSummary.of(
            night.day(),
            night.start().at(),
            night.end().at(),
            // A night without stages is assumed to be time asleep.
            SleepRules.type(null, staged ? total : length, false))
        .recordId(night.day().toString())
        .timezoneOffset(night.start().offsetSeconds())
        .duration(length)
        .light(orZero(light))
        .deep(orZero(deep))
        .rem(orZero(rem))
        .total(total)
        .awake(orZero(doc.seconds("total_interruption_duration")))
        .score(doc.integer("sleep_score", 1, 100))
        .efficiency(staged ? SleepRules.efficiency(total, length) : null)
        .latency(cycle.flatMap(SleepRules::latency).orElse(null))
        .hrLowest(lowestHeartRate(night))
        .hrAverage(recharge.integer("heart_rate_avg", 1, 400))
        .averageHrv(recharge.number("heart_rate_variability_avg", 0.1, 1000))
        .respiratoryRate(recharge.number("breathing_rate_avg", 0.1, 100))
        .build();
  }

  /**
   * Returns the lowest five minutes of the night's readings, of which there is about one per five
   * minutes.
   */
  private static Integer lowestHeartRate(PolarNight night) {
    List<Entry> readings = night.entries(night.doc().child("heart_rate_samples"));
    long[] times = readings.stream().mapToLong(e -> e.at().getEpochSecond()).toArray();
    double[] bpms =
        readings.stream()
            .mapToDouble(e -> e.value().number() == null ? Double.NaN : e.value().number())
            .toArray();
    return HeartRateReadings.of(
            times, bpms, night.end().at().getEpochSecond(), HeartRateReadings.MAX_READING_DURATION)
        .lowestFiveMinutes()
        .orElse(null);
  }

  /** Returns the hypnogram; each stage lasts until the next one begins, the last until the end. */
  private static Optional<SleepCycleSummary> hypnogram(PolarNight night) {
    record Stage(SleepStage what, int from) {}
    List<Stage> stages = new ArrayList<>();
    for (Entry e : night.entries(night.doc().child("hypnogram"))) {
      Double code = e.value().number();
      SleepStage what =
          code == null || code != Math.rint(code)
              ? SleepStage.UNKNOWN
              : STAGES.getOrDefault(Long.toString(code.longValue()), SleepStage.UNKNOWN);
      int from = (int) Duration.between(night.start().at(), e.at()).toSeconds();
      if (!stages.isEmpty() && stages.getLast().from() == from) {
        stages.removeLast();
      }
      if (stages.isEmpty() || stages.getLast().what() != what) {
        stages.add(new Stage(what, from));
      }
    }
    SleepCycleSummary.Builder out =
        SleepCycleSummary.of(night.day().toString(), night.start().at(), night.end().at())
            .offsetSeconds(night.end().offsetSeconds());
    int end = SleepRules.duration(night.start().at(), night.end().at());
    for (int i = 0; i < stages.size(); i++) {
      int to = i + 1 < stages.size() ? stages.get(i + 1).from() : end;
      if (to > stages.get(i).from()) {
        out.stage(stages.get(i).what(), stages.get(i).from(), to);
      }
    }
    return stages.isEmpty() ? Optional.empty() : Optional.of(out.build());
  }

  private static void samples(
      PolarNight night,
      Resource resource,
      LenientJson byClock,
      double most,
      NormalizedBatch.Builder batch) {
    for (Entry e : night.entries(byClock)) {
      Double value = e.value().number();
      if (value != null && value > 0 && value <= most) {
        batch.add(
            Sample.point(resource, PolarNormalizer.WATCH, e.at(), night.offset(e.at()), value));
      }
    }
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
