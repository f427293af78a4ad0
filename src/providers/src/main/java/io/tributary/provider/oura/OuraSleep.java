package io.tributary.provider.oura;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;

/** Converts the sleep feed: sessions, hypnograms and the samples of a night. */
final class OuraSleep {
  private final AccountContext facts;
  private final Map<LocalDate, LenientJson> scores;
  private final Map<LocalDate, LenientJson> readiness;
  private final NormalizedBatch.Builder batch;

  private OuraSleep(DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    this.facts = facts;
    this.scores = byDay(documents, OuraCollection.DAILY_SLEEP);
    this.readiness = byDay(documents, OuraCollection.DAILY_READINESS);
    this.batch = batch;
  }

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    OuraSleep sleep = new OuraSleep(documents, facts, batch);
    for (OuraNight night : OuraNight.of(documents, facts, batch)) {
      try {
        sleep.add(night);
      } catch (IllegalArgumentException e) {
        batch.reject("sleep", e.getMessage());
      }
    }
  }

  private void add(OuraNight night) {
    SleepSummary summary = summary(night);
    batch.add(summary, OuraNormalizer.RING);
    addHypnogram(night, summary);
    addRespiratoryRate(night);
    addTemperatureDelta(night);
    OuraSeries.read(
        night.doc(),
        "hrv",
        facts.zone(),
        (at, value) ->
            batch.add(
                Sample.point(Resource.HRV, OuraNormalizer.RING, at, night.offsetSeconds(), value)));
  }

  private SleepSummary summary(OuraNight night) {
    LenientJson doc = night.doc();
    int light = orZero(doc.seconds("light_sleep_duration"));
    int deep = orZero(doc.seconds("deep_sleep_duration"));
    int rem = orZero(doc.seconds("rem_sleep_duration"));
    Integer inBed = doc.seconds("time_in_bed");
    Integer asleep = doc.seconds("total_sleep_duration");
    return SleepSummary.of(night.day(), night.start().at(), night.end().at(), night.type())
        .recordId(doc.text("id"))
        .timezoneOffset(night.offsetSeconds())
        .duration(inBed == null ? night.length() : inBed)
        .total(asleep == null ? light + deep + rem : asleep)
        .awake(orZero(doc.seconds("awake_time")))
        .light(light)
        .deep(deep)
        .rem(rem)
        .latency(doc.seconds("latency"))
        .efficiency(doc.number("efficiency", 0, 100))
        .hrLowest(doc.integer("lowest_heart_rate", 1, 400))
        .hrAverage(doc.integer("average_heart_rate", 1, 400))
        .averageHrv(doc.nonNegative("average_hrv"))
        .respiratoryRate(doc.number("average_breath", 0.1, 100))
        .score(night.isLong() ? daily(scores, night).integer("score", 1, 100) : null)
        .recoveryReadinessScore(readinessScore(night))
        .temperatureDelta(temperatureDelta(night))
        .build();
  }

  private void addHypnogram(OuraNight night, SleepSummary sleep) {
    String app = night.doc().text("app_sleep_phase_5_min");
    String digits = app == null ? night.doc().text("sleep_phase_5_min") : app;
    if (digits == null || night.length() == 0) {
      return;
    }
    var cycle =
        SleepCycleSummary.of(sleep.providerKey(), night.start().at(), night.end().at())
            .offsetSeconds(night.offsetSeconds());
    for (OuraHypnogram.Phase p : OuraHypnogram.runs(digits, night.length())) {
      cycle.stage(p.stage(), p.from(), p.to());
    }
    batch.add(cycle.build(), OuraNormalizer.RING);
  }

  /** Adds the mean of the night at its end, when it is known. */
  private void addRespiratoryRate(OuraNight night) {
    Double perMinute = night.doc().number("average_breath", 0.1, 100);
    if (perMinute != null) {
      batch.add(
          Sample.point(
              Resource.RESPIRATORY_RATE,
              OuraNormalizer.RING,
              night.end().at(),
              night.offsetSeconds(),
              perMinute));
    }
  }

  /** Adds the deviation, one value that spans the whole night. */
  private void addTemperatureDelta(OuraNight night) {
    Double delta = temperatureDelta(night);
    if (delta != null) {
      batch.add(
          Sample.interval(
                  Resource.BODY_TEMPERATURE_DELTA,
                  OuraNormalizer.RING,
                  night.start().at(),
                  night.end().at(),
                  night.offsetSeconds(),
                  delta)
              .withExtras(SampleExtras.sensorLocation("finger")));
    }
  }

  private Integer readinessScore(OuraNight night) {
    Integer own = night.doc().child("readiness").integer("score", 0, 100);
    return own == null && night.isLong() ? daily(readiness, night).integer("score", 0, 100) : own;
  }

  private Double temperatureDelta(OuraNight night) {
    Double own = night.doc().child("readiness").number("temperature_deviation", -20, 20);
    return own == null && night.isLong()
        ? daily(readiness, night).number("temperature_deviation", -20, 20)
        : own;
  }

  private static LenientJson daily(Map<LocalDate, LenientJson> documents, OuraNight night) {
    LenientJson found = documents.get(night.day());
    return found == null ? LenientJson.MISSING : found;
  }

  private static Map<LocalDate, LenientJson> byDay(DocumentSet documents, OuraCollection kind) {
    Map<LocalDate, LenientJson> byDay = new HashMap<>();
    for (LenientJson doc : documents.of(kind)) {
      if (doc.day("day") != null) {
        byDay.put(doc.day("day"), doc);
      }
    }
    return byDay;
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
