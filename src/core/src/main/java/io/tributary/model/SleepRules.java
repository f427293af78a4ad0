package io.tributary.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes derived values of a sleep. Stateless. */
public final class SleepRules {
  private static final int LASTING_SLEEP_SECONDS = 300;

  private SleepRules() {}

  /**
   * Returns the percentage of the time in bed that was slept, 0 to 100; null if the duration is
   * zero.
   */
  public static Double efficiency(int totalSeconds, int durationSeconds) {
    return durationSeconds <= 0 ? null : Math.min(100.0, 100.0 * totalSeconds / durationSeconds);
  }

  /**
   * Returns the provider's own type, otherwise a type by the time asleep: long from three hours.
   *
   * @param providerType null if the provider supplies none
   * @param recording whether the sleep is still being recorded
   */
  public static SleepType type(SleepType providerType, int asleepSeconds, boolean recording) {
    if (providerType != null) {
      return providerType;
    }
    return recording ? SleepType.UNKNOWN : SleepType.byTimeAsleep(asleepSeconds);
  }

  /** Returns the local date of the end, or the UTC date if the offset is unknown. */
  public static LocalDate calendarDate(Instant bedtimeStop, Integer offsetSeconds) {
    return bedtimeStop
        .atOffset(offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }

  /** Returns the seconds in each stage; stages that did not occur are absent. */
  public static Map<SleepStage, Integer> seconds(SleepCycleSummary cycle) {
    Map<SleepStage, Integer> out = new EnumMap<>(SleepStage.class);
    for (int i = 0; i < cycle.stageType().size(); i++) {
      out.merge(cycle.stageType().get(i), length(cycle, i), Integer::sum);
    }
    return out;
  }

  /**
   * Fills a sleep with the duration, the sums of the four stages, total, efficiency and latency of
   * its sleep cycle.
   */
  public static SleepSummary.Builder fill(SleepSummary.Builder sleep, SleepCycleSummary cycle) {
    Map<SleepStage, Integer> seconds = seconds(cycle);
    int deep = seconds.getOrDefault(SleepStage.DEEP, 0);
    int light = seconds.getOrDefault(SleepStage.LIGHT, 0);
    int rem = seconds.getOrDefault(SleepStage.REM, 0);
    int duration = duration(cycle.sessionStart(), cycle.sessionEnd());
    return sleep
        .duration(duration)
        .deep(deep)
        .light(light)
        .rem(rem)
        .awake(seconds.getOrDefault(SleepStage.AWAKE, 0))
        .total(deep + light + rem)
        .efficiency(efficiency(deep + light + rem, duration))
        .latency(latency(cycle).orElse(null));
  }

  /** Returns the seconds in bed: end minus start. */
  public static int duration(Instant start, Instant stop) {
    return (int) Math.max(0, Duration.between(start, stop).toSeconds());
  }

  /**
   * Returns the seconds from the start to the first five minutes of uninterrupted sleep; empty if
   * there are none.
   */
  public static Optional<Integer> latency(SleepCycleSummary cycle) {
    int begin = -1;
    int end = -1;
    for (int i = 0; i < cycle.stageType().size(); i++) {
      int from = cycle.stageStartOffsetSecond().get(i);
      if (!isAsleep(cycle.stageType().get(i))) {
        begin = -1;
        continue;
      }
      if (begin < 0 || from > end) {
        begin = from;
      }
      end = cycle.stageEndOffsetSecond().get(i);
      if (end - begin >= LASTING_SLEEP_SECONDS) {
        return Optional.of(begin);
      }
    }
    return Optional.empty();
  }

  private static boolean isAsleep(SleepStage stage) {
    return switch (stage) {
      case DEEP, LIGHT, REM, MANUAL -> true;
      case AWAKE, UNKNOWN -> false;
    };
  }

  /**
   * Converts a mean per stage to samples, one at the midpoint of each segment of the stage.
   *
   * <p>Used for example for the respiratory rate of a provider that supplies only means. Segments
   * of stages without a mean get no sample.
   *
   * @param offsetSeconds offset of the samples, or null
   */
  public static List<Sample> samplesPerSegment(
      SleepCycleSummary cycle,
      Resource resource,
      Source source,
      Integer offsetSeconds,
      Map<SleepStage, Double> means) {
    List<Sample> out = new ArrayList<>();
    for (int i = 0; i < cycle.stageType().size(); i++) {
      Double mean = means.get(cycle.stageType().get(i));
      if (mean != null) {
        Instant begin = cycle.sessionStart().plusSeconds(cycle.stageStartOffsetSecond().get(i));
        Instant middle = begin.plusMillis(length(cycle, i) * 500L);
        out.add(Sample.point(resource, source, middle, offsetSeconds, mean));
      }
    }
    return out;
  }

  /**
   * Returns the contradictions within a sleep and its sleep cycle, without values; empty if there
   * are none.
   *
   * <p>A sleep cycle may leave time unaccounted for, but the sum of each stage that it contains
   * must equal the value of the sleep.
   */
  public static List<String> contradictions(SleepSummary sleep, SleepCycleSummary cycle) {
    List<String> out = new ArrayList<>();
    if (!cycle.sleepKey().equals(sleep.providerKey())) {
      out.add("sleep_cycle belongs to another sleep");
    }
    if (cycle.sessionStart().isBefore(sleep.bedtimeStart())
        || cycle.sessionEnd().isAfter(sleep.bedtimeStop())) {
      out.add("sleep_cycle runs past the sleep");
    }
    int stages = sleep.deep() + sleep.light() + sleep.rem();
    if (stages > 0 && sleep.total() != stages) {
      out.add("total is not rem + light + deep");
    }
    if (sleep.total() + sleep.awake() > sleep.duration()) {
      out.add("total and awake are longer than the duration");
    }
    Map<SleepStage, Integer> seconds = seconds(cycle);
    compare(out, "deep", sleep.deep(), seconds.get(SleepStage.DEEP));
    compare(out, "light", sleep.light(), seconds.get(SleepStage.LIGHT));
    compare(out, "rem", sleep.rem(), seconds.get(SleepStage.REM));
    compare(out, "awake", sleep.awake(), seconds.get(SleepStage.AWAKE));
    return out;
  }

  private static void compare(List<String> out, String name, int reported, Integer counted) {
    if (counted != null && reported != counted) {
      out.add(name + " differs from sleep_cycle");
    }
  }

  private static int length(SleepCycleSummary cycle, int i) {
    return cycle.stageEndOffsetSecond().get(i) - cycle.stageStartOffsetSecond().get(i);
  }
}
