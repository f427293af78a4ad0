package io.tributary.provider.sdk;

import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.Units;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Sleeps and their stages. A sleep without stages has only its length, which counts as asleep. */
record SleepMapper(Inner inner) {
  private record Stage(SleepStage stage, long from, long to) {}

  void map(RecordNode r) {
    int index = Inner.index(r);
    Instant start = r.requiredTime("start_date", inner.times);
    Instant end = r.requiredTime("end_date", inner.times);
    ZoneId zone = inner.zone(r);
    Source source = inner.source(r);
    String id = r.text("id");
    List<Stage> stages = stages(r, start, end);
    if (stages.isEmpty()) {
      int duration = SleepRules.duration(start, end);
      inner.add(
          summary(r, id, start, end, zone, duration)
              .duration(duration)
              .total(duration)
              .efficiency(SleepRules.efficiency(duration, duration))
              .build(),
          source);
    } else {
      staged(r, id, start, end, zone, stages, source);
    }
    inner.samples(r, "heart_rate", Resource.HEARTRATE, index);
    inner.samples(r, "heart_rate_variability", Resource.HRV, index);
    inner.samples(r, "respiratory_rate", Resource.RESPIRATORY_RATE, index);
    inner.samples(r, "wrist_temperature", Resource.BODY_TEMPERATURE, index);
  }

  private static SleepCycleSummary cycle(
      String key, Instant start, Instant end, ZoneId zone, List<Stage> stages) {
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(key, start, end)
            .timeZone(Inner.name(zone))
            .offsetSeconds(Inner.offset(zone, end));
    stages.forEach(s -> cycle.stage(s.stage(), (int) s.from(), (int) s.to()));
    return cycle.build();
  }

  private void staged(
      RecordNode r,
      String id,
      Instant start,
      Instant end,
      ZoneId zone,
      List<Stage> stages,
      Source source) {
    SleepCycleSummary cycle = cycle(id == null ? Times.wire(start) : id, start, end, zone, stages);
    Map<SleepStage, Integer> seconds = SleepRules.seconds(cycle);
    int total =
        seconds.getOrDefault(SleepStage.LIGHT, 0)
            + seconds.getOrDefault(SleepStage.REM, 0)
            + seconds.getOrDefault(SleepStage.DEEP, 0);
    if (total == 0) {
      // Asleep, but the device does not tell how deeply.
      total = seconds.getOrDefault(SleepStage.UNKNOWN, 0);
    }
    inner.add(
        SleepRules.fill(summary(r, id, start, end, zone, total), cycle)
            .total(total)
            .efficiency(SleepRules.efficiency(total, SleepRules.duration(start, end)))
            .build(),
        source);
    inner.add(cycle, source);
  }

  /** All that does not depend on the stages. */
  private SleepSummary.Builder summary(
      RecordNode r, String id, Instant start, Instant end, ZoneId zone, int asleep) {
    return SleepSummary.of(Inner.day(zone, end), start, end, SleepType.byTimeAsleep(asleep))
        .recordId(id)
        .timezoneOffset(Inner.offset(zone, end))
        .hrAverage(Units.round(r.number("heart_rate_mean")))
        .hrLowest(Units.round(r.number("heart_rate_minimum")))
        .hrResting(Units.round(r.number("heart_rate_resting")))
        .averageHrv(r.number("hrv_mean_sdnn"))
        .respiratoryRate(r.number("respiratory_rate_mean"))
        .skinTemperature(mean(r));
  }

  /** Mean of the wrist's temperatures; null for none. Faulty ones are noted with the samples. */
  private Double mean(RecordNode r) {
    double sum = 0;
    int n = 0;
    for (RecordNode one : r.list("wrist_temperature")) {
      Item it = one.node().isObject() ? inner.fill(one) : new Item();
      double value =
          it.hasValue && !it.faulty() ? inner.converted(Resource.BODY_TEMPERATURE, it) : 0;
      if (it.hasValue && !it.faulty()) {
        sum += value;
        n++;
      }
    }
    return n == 0 ? null : (Double) (sum / n);
  }

  /** In order, cut to the session; where two overlap, the earlier one keeps the time. */
  private List<Stage> stages(RecordNode r, Instant start, Instant end) {
    RecordNode lists = r.inner("sleep_stages");
    List<Stage> given = new ArrayList<>();
    collect(lists, "awake_sleep_samples", SleepStage.AWAKE, start, given);
    collect(lists, "light_sleep_samples", SleepStage.LIGHT, start, given);
    collect(lists, "deep_sleep_samples", SleepStage.DEEP, start, given);
    collect(lists, "rem_sleep_samples", SleepStage.REM, start, given);
    collect(lists, "unspecified_sleep_samples", SleepStage.UNKNOWN, start, given);
    collect(lists, "unknown_sleep_samples", SleepStage.UNKNOWN, start, given);
    given.sort(Comparator.comparingLong(Stage::from).thenComparingLong(Stage::to));
    long length = Duration.between(start, end).toSeconds();
    List<Stage> out = new ArrayList<>(given.size());
    long at = 0;
    for (Stage s : given) {
      long from = Math.max(at, s.from());
      long to = Math.min(length, s.to());
      if (to > from) {
        out.add(new Stage(s.stage(), from, to));
        at = to;
      }
    }
    return out;
  }

  private void collect(
      RecordNode lists, String name, SleepStage stage, Instant start, List<Stage> into) {
    for (RecordNode one : lists.list(name)) {
      if (!one.node().isObject()) {
        throw new RecordNode.Unusable(one.path(), "Input should be an object", "object_type");
      }
      into.add(
          new Stage(
              stage,
              Duration.between(start, one.requiredTime("start_date", inner.times)).toSeconds(),
              Duration.between(start, one.requiredTime("end_date", inner.times)).toSeconds()));
    }
  }
}
