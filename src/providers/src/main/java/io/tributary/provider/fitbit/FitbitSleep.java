package io.tributary.provider.fitbit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.Source;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts sleeps with their stages and breathing rates. Units are minutes in some fields and
 * milliseconds in others.
 */
final class FitbitSleep {
  /** Fields of a night's breathing rates, by stage. */
  private static final Map<SleepStage, String> BREATHING_RATE_FIELDS =
      Map.of(
          SleepStage.DEEP, "deepSleepSummary",
          SleepStage.LIGHT, "lightSleepSummary",
          SleepStage.REM, "remSleepSummary");

  private FitbitSleep() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, LenientJson> breaths = new HashMap<>();
    for (LenientJson doc : documents.of(FitbitDocumentKind.BREATHS)) {
      if (doc.day("dateTime") != null) {
        breaths.put(doc.day("dateTime"), doc.child("value"));
      }
    }
    FitbitNormalizer.forEach(
        documents,
        FitbitDocumentKind.NIGHT,
        batch,
        doc -> {
          LocalDate night = doc.requiredDay("dateOfSleep");
          ZoneId zone = FitbitTime.zone(night, facts);
          FitbitSleepWindow bed = FitbitSleepWindow.of(doc, zone);
          Source source =
              "manual".equals(doc.text("logType")) ? FitbitNormalizer.APP : FitbitNormalizer.WATCH;
          SleepSummary sleep = summary(night, doc, bed);
          batch.add(sleep, source);
          List<FitbitStages.Segment> segments = FitbitStages.of(doc.child("levels"), bed, zone);
          if (!segments.isEmpty()) {
            batch.add(cycle(sleep, FitbitTime.zoneName(night, facts), segments), source);
          }
          if (!Boolean.FALSE.equals(doc.flag("isMainSleep"))) {
            addBreathingRates(
                bed, segments, breaths.getOrDefault(night, LenientJson.MISSING), zone, batch);
          }
        });
  }

  /**
   * Returns the summary. The older format has no stages: asleep becomes light, restless becomes
   * awake.
   */
  private static SleepSummary summary(LocalDate night, LenientJson doc, FitbitSleepWindow bed) {
    LenientJson sums = doc.child("levels").child("summary");
    Integer light = seconds(sums, "light", "asleep");
    Integer deep = seconds(sums, "deep");
    Integer rem = seconds(sums, "rem");
    Integer awake = seconds(sums, "wake", "restless", "awake");
    boolean staged = light != null || deep != null || rem != null;
    int total =
        staged
            ? orZero(light) + orZero(deep) + orZero(rem)
            : orZero(doc.secondsOfMinutes("minutesAsleep"));
    Integer inBed = doc.secondsOfMinutes("timeInBed");
    return SleepSummary.of(night, bed.start(), bed.stop(), SleepRules.type(null, total, false))
        .recordId(doc.requiredId("logId"))
        .timezoneOffset(bed.offsetSeconds())
        .duration(inBed == null ? SleepRules.duration(bed.start(), bed.stop()) : inBed)
        .light(orZero(light))
        .deep(orZero(deep))
        .rem(orZero(rem))
        .total(total)
        .awake(awake == null ? orZero(doc.secondsOfMinutes("minutesAwake")) : awake)
        .latency(doc.secondsOfMinutes("minutesToFallAsleep"))
        .efficiency(doc.number("efficiency", 0, 100))
        .build();
  }

  /** Returns the sum of these levels; null if none is present. */
  private static Integer seconds(LenientJson sums, String... levels) {
    Integer out = null;
    for (String level : levels) {
      Integer told = sums.child(level).secondsOfMinutes("minutes");
      out = told == null ? out : Integer.valueOf(orZero(out) + told);
    }
    return out;
  }

  private static SleepCycleSummary cycle(
      SleepSummary sleep, String zone, List<FitbitStages.Segment> segments) {
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(sleep.providerKey(), sleep.bedtimeStart(), sleep.bedtimeStop())
            .timeZone(zone)
            .offsetSeconds(sleep.timezoneOffset());
    segments.forEach(s -> cycle.stage(s.stage(), s.from(), s.to()));
    return cycle.build();
  }

  /** Adds the mean breathing rate of a stage in the middle of each of its segments. */
  private static void addBreathingRates(
      FitbitSleepWindow bed,
      List<FitbitStages.Segment> segments,
      LenientJson night,
      ZoneId zone,
      NormalizedBatch.Builder batch) {
    for (FitbitStages.Segment segment : segments) {
      String field = BREATHING_RATE_FIELDS.get(segment.stage());
      Double rate = field == null ? null : night.child(field).number("breathingRate", 0.1, 100);
      if (rate != null) {
        Instant at = bed.start().plusMillis(500L * (segment.from() + segment.to()));
        batch.add(
            Sample.point(
                Resource.RESPIRATORY_RATE,
                FitbitNormalizer.WATCH,
                at,
                zone.getRules().getOffset(at).getTotalSeconds(),
                rate));
      }
    }
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
