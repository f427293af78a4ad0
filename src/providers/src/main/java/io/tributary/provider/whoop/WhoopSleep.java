package io.tributary.provider.whoop;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.util.HashMap;
import java.util.Map;

/** Converts sleeps, each with the recovery that references it. */
final class WhoopSleep {
  private WhoopSleep() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> recoveries = new HashMap<>();
    for (LenientJson doc : documents.of(WhoopDocumentKind.RECOVERY)) {
      if (doc.id("sleep_id") != null) {
        recoveries.put(doc.id("sleep_id"), WhoopNormalizer.score(doc));
      }
    }
    for (LenientJson doc : documents.of(WhoopDocumentKind.SLEEP)) {
      try {
        String id = doc.requiredId("id");
        LenientJson recovery = recoveries.getOrDefault(id, LenientJson.MISSING);
        OffsetInstant end = WhoopTime.stamp(doc, "end", facts);
        batch.add(summary(id, doc, recovery, end), WhoopNormalizer.WATCH);
        sample(Resource.HRV, end, recovery.number("hrv_rmssd_milli", 0.1, 1000), batch);
        sample(Resource.BLOOD_OXYGEN, end, recovery.number("spo2_percentage", 1, 100), batch);
      } catch (IllegalArgumentException e) {
        batch.reject("sleep", e.getMessage());
      }
    }
  }

  /** Returns the summary; time without data is neither asleep nor awake. */
  private static SleepSummary summary(
      String id, LenientJson doc, LenientJson recovery, OffsetInstant end) {
    LenientJson score = WhoopNormalizer.score(doc);
    LenientJson stages = score.child("stage_summary");
    var start = doc.requiredInstant("start");
    int light = orZero(stages.secondsOfMillis("total_light_sleep_time_milli"));
    int deep = orZero(stages.secondsOfMillis("total_slow_wave_sleep_time_milli"));
    int rem = orZero(stages.secondsOfMillis("total_rem_sleep_time_milli"));
    int length = SleepRules.duration(start, end.at());
    boolean staged = !stages.node().isMissingNode();
    SleepType own = Boolean.TRUE.equals(doc.flag("nap")) ? SleepType.ACKNOWLEDGED_NAP : null;
    return SleepSummary.of(
            end.date(),
            start,
            end.at(),
            // Until the stages are known, the time in bed determines the type.
            SleepRules.type(own, staged ? light + deep + rem : length, false))
        .recordId(id)
        .timezoneOffset(end.offsetSeconds())
        .duration(length)
        .light(light)
        .deep(deep)
        .rem(rem)
        .total(light + deep + rem)
        .awake(orZero(stages.secondsOfMillis("total_awake_time_milli")))
        .score(score.integer("sleep_performance_percentage", 1, 100))
        .efficiency(score.number("sleep_efficiency_percentage", 0, 100))
        .respiratoryRate(score.number("respiratory_rate", 0.1, 100))
        .recoveryReadinessScore(recovery.integer("recovery_score", 0, 100))
        .hrResting(recovery.integer("resting_heart_rate", 1, 400))
        .averageHrv(recovery.number("hrv_rmssd_milli", 0.1, 1000))
        .skinTemperature(recovery.number("skin_temp_celsius", 1, 60))
        .state(state(doc.text("score_state")))
        .build();
  }

  /** Returns null for a sleep that will never be scored: it is neither tentative nor confirmed. */
  private static SleepSummary.State state(String scoreState) {
    return switch (scoreState == null ? "" : scoreState) {
      case "SCORED" -> SleepSummary.State.CONFIRMED;
      case "PENDING_SCORE" -> SleepSummary.State.TENTATIVE;
      default -> null;
    };
  }

  private static void sample(
      Resource resource, OffsetInstant end, Double value, NormalizedBatch.Builder batch) {
    if (value != null) {
      batch.add(
          Sample.point(resource, WhoopNormalizer.WATCH, end.at(), end.offsetSeconds(), value));
    }
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
