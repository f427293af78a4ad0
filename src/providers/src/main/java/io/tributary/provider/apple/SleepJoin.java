package io.tributary.provider.apple;

import io.tributary.core.Encryption;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Builds one sleep from the stages that a source recorded less than an hour apart. */
final class SleepJoin {
  /** Gap that separates two sleeps. */
  static final Duration MAX_GAP = Duration.ofMinutes(60);

  /** Maximum length of a sleep; a longer group is split. */
  static final Duration MAX_LENGTH = Duration.ofHours(48);

  private static final int ID_BYTES = 16;
  private static final int FIVE_MINUTES = 300;
  private static final String IN_BED = "in_bed";
  private static final String VALUE = "HKCategoryValueSleepAnalysis";

  /** Values of the export, mapped to the names of pending records. */
  static final Map<String, String> STAGES =
      Map.of(
          VALUE + "InBed", IN_BED,
          VALUE + "AsleepCore", "light",
          VALUE + "AsleepDeep", "deep",
          VALUE + "AsleepREM", "rem",
          VALUE + "AsleepUnspecified", "asleep",
          VALUE + "Asleep", "asleep",
          VALUE + "Awake", "awake");

  private record Stage(SleepStage stage, int from, int to) {}

  private SleepJoin() {}

  private static SleepStage stage(String name) {
    return switch (name) {
      case "light" -> SleepStage.LIGHT;
      case "deep" -> SleepStage.DEEP;
      case "rem" -> SleepStage.REM;
      case "awake" -> SleepStage.AWAKE;
      default -> SleepStage.UNKNOWN;
    };
  }

  static void build(
      List<PendingRecord> group, RecordJoins.JoinContext context, NormalizedBatch.Builder out) {
    Instant start = group.getFirst().at();
    Instant stop = start;
    String zone = null;
    PendingRecord last = group.getFirst();
    for (PendingRecord f : group) {
      if (f.end().isAfter(stop)) {
        stop = f.end();
        last = f;
      }
      zone = f.detail() == null ? zone : f.detail();
    }
    List<Stage> stages = stages(group, start);
    int[] seconds = new int[6];
    int latency = -1;
    for (Stage s : stages) {
      int length = s.to() - s.from();
      seconds[s.stage() == SleepStage.UNKNOWN ? 0 : s.stage().code()] += length;
      if (latency < 0 && s.stage() != SleepStage.AWAKE && length >= FIVE_MINUTES) {
        latency = s.from();
      }
    }
    int light = seconds[SleepStage.LIGHT.code()];
    int rem = seconds[SleepStage.REM.code()];
    int deep = seconds[SleepStage.DEEP.code()];
    int total = light + rem + deep + seconds[0];
    if (total == 0) {
      // Time in bed extends a sleep, but is no sleep by itself.
      return;
    }
    HkSource by = HkSource.of(group.getFirst().origin());
    Source source = context.source(by);
    int duration = (int) Duration.between(start, stop).toSeconds();
    String id =
        HexFormat.of()
            .formatHex(Encryption.sha256(by.name() + "\t" + start.getEpochSecond()), 0, ID_BYTES);
    SleepSummary.Builder sleep =
        SleepSummary.of(
                PendingRecord.day(stop, last.offsetSeconds()),
                start,
                stop,
                SleepType.byTimeAsleep(total))
            .recordId(id)
            .timezoneOffset(last.offsetSeconds())
            .duration(duration)
            .total(total)
            .awake(seconds[SleepStage.AWAKE.code()])
            .light(light)
            .rem(rem)
            .deep(deep)
            .efficiency(Math.min(100.0, 100.0 * total / duration))
            .latency(latency < 0 ? null : latency);
    addMeasurements(sleep, context, start, stop);
    SleepSummary made = sleep.build();
    out.add(made, source);
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(made.providerKey(), start, stop)
            .timeZone(zone)
            .offsetSeconds(last.offsetSeconds());
    stages.forEach(s -> cycle.stage(s.stage(), s.from(), s.to()));
    out.add(cycle.build(), source);
  }

  /** Returns consecutive stages; one that overlaps its predecessor starts where that one ends. */
  private static List<Stage> stages(List<PendingRecord> group, Instant start) {
    List<Stage> out = new ArrayList<>();
    int at = 0;
    for (PendingRecord f : group) {
      int from = Math.max(at, (int) Duration.between(start, f.at()).toSeconds());
      int to = (int) Duration.between(start, f.end()).toSeconds();
      if (!f.name().equals(IN_BED) && to > from) {
        out.add(new Stage(stage(f.name()), from, to));
        at = to;
      }
    }
    return out;
  }

  private static void addMeasurements(
      SleepSummary.Builder sleep, RecordJoins.JoinContext context, Instant start, Instant stop) {
    List<Sample> heart = context.samples(Resource.HEARTRATE, start, stop);
    sleep.hrAverage(Units.round(mean(heart))).hrLowest(Units.round(lowestFiveMinuteMean(heart)));
    sleep.averageHrv(mean(context.samples(Resource.HRV, start, stop)));
    sleep.respiratoryRate(mean(context.samples(Resource.RESPIRATORY_RATE, start, stop)));
    sleep.skinTemperature(context.wristTemperature(start, stop));
  }

  private static Double mean(List<Sample> samples) {
    return samples.isEmpty()
        ? null
        : Double.valueOf(samples.stream().mapToDouble(Sample::value).average().orElseThrow());
  }

  /** Returns the lowest mean of five minutes, in windows aligned to the clock. */
  private static Double lowestFiveMinuteMean(List<Sample> heart) {
    double lowest = Double.MAX_VALUE;
    long slot = Long.MIN_VALUE;
    double sum = 0;
    int n = 0;
    for (Sample s : heart) {
      long now = Math.floorDiv(s.at().getEpochSecond(), FIVE_MINUTES);
      if (now != slot) {
        lowest = n == 0 ? lowest : Math.min(lowest, sum / n);
        slot = now;
        sum = 0;
        n = 0;
      }
      sum += s.value();
      n++;
    }
    return n == 0 ? null : Double.valueOf(Math.min(lowest, sum / n));
  }
}
