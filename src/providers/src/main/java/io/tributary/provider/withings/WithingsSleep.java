package io.tributary.provider.withings;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.SampledSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts sleeps, each with its stages and readings. */
final class WithingsSleep {
  /** Stages by Withings' codes; light and deep have swapped codes in our API. */
  private static final Map<String, SleepStage> STATES =
      Map.of(
          "0", SleepStage.AWAKE,
          "1", SleepStage.LIGHT,
          "2", SleepStage.DEEP,
          "3", SleepStage.REM,
          "4", SleepStage.MANUAL);

  /** {@code model} of a sensor under the mattress. */
  private static final long MATTRESS_SENSOR = 32;

  private static final int DECIMALS = 4;

  private WithingsSleep() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> stages = new HashMap<>();
    for (LenientJson doc : documents.of(WithingsDocumentKind.STAGES)) {
      if (doc.id("sleep_id") != null) {
        stages.put(doc.id("sleep_id"), doc);
      }
    }
    for (LenientJson doc : documents.of(WithingsDocumentKind.SLEEP)) {
      try {
        String id = doc.requiredId("id");
        Instant start = doc.requiredEpoch("startdate", ChronoUnit.SECONDS);
        OffsetInstant end = WithingsTime.stamp(doc, "enddate", facts);
        Long model = doc.wholeNumber("model");
        Source source =
            model != null && model == MATTRESS_SENSOR
                ? Source.of(WithingsNormalizer.SLUG, SourceType.AUTOMATIC)
                : WithingsNormalizer.WATCH;
        SleepSummary sleep = summary(id, doc, start, end);
        batch.add(sleep, source);
        List<LenientJson> series = sorted(stages.getOrDefault(id, LenientJson.MISSING));
        cycle(sleep, WithingsTime.zoneName(doc), end, series, source, batch);
        readings(Resource.HEARTRATE, "hr", series, doc, facts, source, batch);
        readings(Resource.RESPIRATORY_RATE, "rr", series, doc, facts, source, batch);
        readings(Resource.HRV, "rmssd", series, doc, facts, source, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("sleep", e.getMessage());
      }
    }
  }

  private static List<LenientJson> sorted(LenientJson stages) {
    return stages.list("series").stream()
        .filter(s -> s.wholeNumber("startdate") != null && s.wholeNumber("enddate") != null)
        .sorted(Comparator.comparing(s -> s.wholeNumber("startdate")))
        .toList();
  }

  private static SleepSummary summary(
      String id, LenientJson doc, Instant start, OffsetInstant end) {
    LenientJson data = doc.child("data");
    Integer light = data.seconds("lightsleepduration");
    Integer deep = data.seconds("deepsleepduration");
    Integer rem = data.seconds("remsleepduration");
    boolean staged = light != null || deep != null || rem != null;
    int total =
        staged
            ? orZero(light) + orZero(deep) + orZero(rem)
            : orZero(data.seconds("total_sleep_time"));
    Double efficiency = data.number("sleep_efficiency", 0, 1);
    return SleepSummary.of(
            doc.day("date") == null ? end.date() : doc.day("date"),
            start,
            end.at(),
            SleepRules.type(null, total, false))
        .recordId(id)
        .timezoneOffset(end.offsetSeconds())
        .duration(SleepRules.duration(start, end.at()))
        .light(orZero(light))
        .deep(orZero(deep))
        .rem(orZero(rem))
        .total(total)
        .awake(orZero(data.seconds("wakeupduration")))
        .latency(data.seconds("sleep_latency"))
        .efficiency(efficiency == null ? null : Units.roundTo(efficiency * 100, DECIMALS))
        .score(data.integer("sleep_score", 1, 100))
        .hrLowest(data.integer("hr_min", 1, 400))
        .hrAverage(data.integer("hr_average", 1, 400))
        .respiratoryRate(data.number("rr_average", 0.1, 100))
        .state(Boolean.FALSE.equals(doc.flag("completed")) ? SleepSummary.State.TENTATIVE : null)
        .build();
  }

  /**
   * Adds the stages. An overlap is cut from the later segment, and stages are limited to the sleep.
   */
  private static void cycle(
      SleepSummary sleep,
      String zone,
      OffsetInstant end,
      List<LenientJson> series,
      Source source,
      NormalizedBatch.Builder batch) {
    Instant start = sleep.bedtimeStart();
    long length = Duration.between(start, end.at()).toSeconds();
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(sleep.providerKey(), start, end.at())
            .timeZone(zone)
            .offsetSeconds(end.offsetSeconds());
    long at = 0;
    boolean any = false;
    for (LenientJson segment : series) {
      long from = Math.max(at, segment.wholeNumber("startdate") - start.getEpochSecond());
      long to = Math.min(length, segment.wholeNumber("enddate") - start.getEpochSecond());
      if (to > from) {
        SleepStage stage = segment.lookup("state", STATES);
        cycle.stage(stage == null ? SleepStage.UNKNOWN : stage, (int) from, (int) to);
        at = to;
        any = true;
      }
    }
    if (any) {
      batch.add(cycle.build(), source);
    }
  }

  private static void readings(
      Resource resource,
      String field,
      List<LenientJson> series,
      LenientJson sleep,
      AccountContext facts,
      Source source,
      NormalizedBatch.Builder batch) {
    Map<Instant, Double> readings = new TreeMap<>();
    for (LenientJson segment : series) {
      SampledSeries.keyedByTime(
          Instant.EPOCH, ChronoUnit.SECONDS, segment.child(field), readings::put);
    }
    readings.forEach(
        (at, value) -> {
          // A zero is a failed reading.
          if (value > 0 && value <= 1000) {
            OffsetInstant stamp =
                OffsetInstant.inZone(OffsetInstant.zone(sleep.zone("timezone"), facts.zone()), at);
            batch.add(Sample.point(resource, source, at, stamp.offsetSeconds(), value));
          }
        });
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
