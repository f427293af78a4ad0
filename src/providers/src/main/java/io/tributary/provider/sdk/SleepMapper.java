package io.tributary.provider.sdk;

import io.tributary.core.Times;
import io.tributary.model.HeartRateReadings;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.Source;
import io.tributary.model.Units;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Maps sleeps and their stages.
 *
 * <p>A sleep without stages counts as asleep for its whole length, and its quality stays unknown.
 * Values that the device reports take precedence over values computed from its readings, except the
 * lowest heart rate: the device reports a single reading, whereas the API defines a mean over five
 * minutes.
 */
record SleepMapper(SummaryMapperSupport support) {
  private static final Duration WINDOW = Duration.ofMinutes(5);

  private record Stage(SleepStage stage, long from, long to) {}

  void map(RecordNode r) {
    Instant start = r.requiredTime("start_date", support.times);
    Instant end = r.requiredTime("end_date", support.times);
    ZoneId zone = support.zone(r);
    Source source = support.source(r);
    String id = r.text("id");
    List<Stage> stages = stages(r, start, end);
    Optional<SleepCycleSummary> cycle =
        stages.isEmpty()
            ? Optional.empty()
            : Optional.of(cycle(id == null ? Times.format(start) : id, start, end, zone, stages));
    int asleep = cycle.map(SleepMapper::asleepSeconds).orElse(SleepRules.duration(start, end));
    SleepSummary.Builder sleep =
        SleepSummary.of(
                SummaryMapperSupport.day(zone, end),
                start,
                end,
                SleepRules.type(null, asleep, false))
            .recordId(id)
            .timezoneOffset(SummaryMapperSupport.offset(zone, end))
            .duration(SleepRules.duration(start, end))
            .total(asleep);
    cycle.ifPresent(c -> stages(sleep, c, asleep));
    addSensorValues(sleep, r, start, end);
    support.add(sleep.build(), source);
    cycle.ifPresent(c -> support.add(c, source));
  }

  private static SleepCycleSummary cycle(
      String key, Instant start, Instant end, ZoneId zone, List<Stage> stages) {
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(key, start, end)
            .timeZone(SummaryMapperSupport.name(zone))
            .offsetSeconds(SummaryMapperSupport.offset(zone, end));
    stages.forEach(s -> cycle.stage(s.stage(), (int) s.from(), (int) s.to()));
    return cycle.build();
  }

  /** Returns the seconds of light, deep and REM sleep, or otherwise of unspecified sleep. */
  private static int asleepSeconds(SleepCycleSummary cycle) {
    Map<SleepStage, Integer> seconds = SleepRules.seconds(cycle);
    int told =
        seconds.getOrDefault(SleepStage.LIGHT, 0)
            + seconds.getOrDefault(SleepStage.REM, 0)
            + seconds.getOrDefault(SleepStage.DEEP, 0);
    return told == 0 ? seconds.getOrDefault(SleepStage.UNKNOWN, 0) : told;
  }

  private static void stages(SleepSummary.Builder sleep, SleepCycleSummary cycle, int asleep) {
    SleepRules.fill(sleep, cycle)
        .total(asleep)
        .efficiency(
            SleepRules.efficiency(
                asleep, SleepRules.duration(cycle.sessionStart(), cycle.sessionEnd())));
  }

  /** Adds sensor values; the record's samples are stored separately as well. */
  private void addSensorValues(
      SleepSummary.Builder sleep, RecordNode r, Instant start, Instant end) {
    int index = SummaryMapperSupport.index(r);
    List<Sample> beats = support.samples(r, "heart_rate", Resource.HEARTRATE, index);
    List<Sample> hrv = support.samples(r, "heart_rate_variability", Resource.HRV, index);
    List<Sample> breaths = support.samples(r, "respiratory_rate", Resource.RESPIRATORY_RATE, index);
    List<Sample> wrist = support.samples(r, "wrist_temperature", Resource.BODY_TEMPERATURE, index);
    HeartRateReadings rates = HeartRateSeries.of(beats, start, end);
    Integer average = Units.round(r.number("heart_rate_mean"));
    Integer lowest = Units.round(r.number("heart_rate_minimum"));
    Double meanHrv = r.number("hrv_mean_sdnn");
    Double meanBreaths = r.number("respiratory_rate_mean");
    sleep
        .hrAverage(average == null ? rates.average().orElse(null) : average)
        .hrLowest(
            lowest == null || HeartRateSeries.spans(beats, WINDOW)
                ? rates.lowestFiveMinutes().orElse(lowest)
                : lowest)
        .hrResting(Units.round(r.number("heart_rate_resting")))
        .averageHrv(meanHrv == null ? mean(hrv) : meanHrv)
        .respiratoryRate(meanBreaths == null ? mean(breaths) : meanBreaths)
        .skinTemperature(mean(wrist));
  }

  /** Returns null for an empty list. */
  private static Double mean(List<Sample> samples) {
    OptionalDouble mean = samples.stream().mapToDouble(Sample::value).average();
    return mean.isPresent() ? Units.roundTo(mean.getAsDouble(), 2) : null;
  }

  /**
   * Returns the stages in order, limited to the session; where two overlap, the earlier one keeps
   * the overlap.
   */
  private List<Stage> stages(RecordNode r, Instant start, Instant end) {
    RecordNode lists = r.child("sleep_stages");
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
        throw new RecordNode.UnusableRecord(one.path(), "Input should be an object", "object_type");
      }
      into.add(
          new Stage(
              stage,
              Duration.between(start, one.requiredTime("start_date", support.times)).toSeconds(),
              Duration.between(start, one.requiredTime("end_date", support.times)).toSeconds()));
    }
  }
}
