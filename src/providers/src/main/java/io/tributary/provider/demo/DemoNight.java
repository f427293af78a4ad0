package io.tributary.provider.demo;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Generates the night that ends on a day: one sleep with stages and readings. */
final class DemoNight {
  private static final int CYCLES = 5;
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);

  private DemoNight() {}

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("night");
    Instant start = day.previousDay().at(LocalTime.of(22, 15)).plusSeconds(60L * dice.nextInt(100));
    Source source = day.provider().source(SourceType.WATCH);
    String id = day.provider().slug() + "-" + day.date();
    Map<SleepStage, Integer> sums = new EnumMap<>(SleepStage.class);
    int[] ends = new int[CYCLES * 4];
    int at = 0;
    for (int i = 0; i < ends.length; i++) {
      at += 60 * (stage(i) == SleepStage.AWAKE ? 2 + dice.nextInt(5) : 12 + dice.nextInt(25));
      ends[i] = at;
    }
    Instant stop = start.plusSeconds(at);
    double hrv = 25 + dice.nextInt(60);
    int breaths = 12 + dice.nextInt(5);
    if (!day.exists(stop)) {
      return;
    }
    int offset = day.offset(stop);
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(id, start, stop).timeZone(day.person().zone().getId());
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      cycle.stage(stage(i), from, ends[i]);
      sums.merge(stage(i), ends[i] - from, Integer::sum);
      if (day.provider() == DemoProvider.FITBIT) {
        // One reading in the middle of each stage, with the mean of the stage.
        double mean = breaths + stage(i).code() * 0.2;
        Instant middle = start.plusSeconds((from + ends[i]) / 2);
        out.add(point(Resource.RESPIRATORY_RATE, source, middle, offset, mean));
      }
      from = ends[i];
    }
    for (Instant t = start.plus(HALF_HOUR); t.isBefore(stop); t = t.plus(HALF_HOUR)) {
      out.add(point(Resource.HRV, source, t, offset, hrv + dice.nextInt(14)));
      out.add(point(Resource.BLOOD_OXYGEN, source, t, offset, 94 + dice.nextInt(6)));
      if (day.provider() != DemoProvider.FITBIT) {
        out.add(
            point(Resource.RESPIRATORY_RATE, source, t, offset, breaths + dice.nextInt(20) / 10.0));
      }
    }
    Source whole = day.provider().summarySource(source);
    int awake = sums.get(SleepStage.AWAKE);
    out.add(
        SleepSummary.of(day.date(), start, stop, SleepType.byTimeAsleep(at - awake))
            .recordId(id)
            .timezoneOffset(offset)
            .duration(at)
            .total(at - awake)
            .awake(awake)
            .light(sums.get(SleepStage.LIGHT))
            .rem(sums.get(SleepStage.REM))
            .deep(sums.get(SleepStage.DEEP))
            .efficiency(DemoPerson.round(100.0 * (at - awake) / at, 1))
            .hrLowest(day.person().restingHeartRate() - 3)
            .hrAverage(day.person().restingHeartRate() + 4)
            .hrResting(day.person().restingHeartRate())
            .averageHrv(hrv + 7)
            .respiratoryRate((double) breaths)
            .build(),
        whole);
    out.add(cycle.build(), whole);
  }

  private static SleepStage stage(int i) {
    return switch (i % 4) {
      case 0 -> SleepStage.LIGHT;
      case 1 -> SleepStage.DEEP;
      case 2 -> SleepStage.REM;
      default -> SleepStage.AWAKE;
    };
  }

  private static Sample point(
      Resource resource, Source source, Instant at, int offset, double value) {
    return Sample.point(resource, source, at, offset, DemoPerson.round(value, 1));
  }
}
