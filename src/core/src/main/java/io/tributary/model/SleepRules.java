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

/** What a sleep has besides its begin and its end (wearables-data.md §2 and §6). Pure. */
public final class SleepRules {
  private static final int LASTING = 300;

  private SleepRules() {}

  /** Percent of the time in bed that was slept, 0 to 100; null for a sleep without duration. */
  public static Double efficiency(int totalSeconds, int durationSeconds) {
    return durationSeconds <= 0 ? null : Math.min(100.0, 100.0 * totalSeconds / durationSeconds);
  }

  /**
   * The provider's own type first, else by the time asleep: from three hours on it is long.
   *
   * @param own null when the provider names none
   * @param recording whether it is still being recorded
   */
  public static SleepType type(SleepType own, int asleepSeconds, boolean recording) {
    if (own != null) {
      return own;
    }
    return recording ? SleepType.UNKNOWN : SleepType.byTimeAsleep(asleepSeconds);
  }

  /** Normally the local date of the end; by UTC where the offset is unknown. */
  public static LocalDate calendarDate(Instant bedtimeStop, Integer offsetSeconds) {
    return bedtimeStop
        .atOffset(offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }

  /** Seconds of each stage; a stage that did not occur is not in it. */
  public static Map<SleepStage, Integer> seconds(SleepCycleSummary cycle) {
    Map<SleepStage, Integer> out = new EnumMap<>(SleepStage.class);
    for (int i = 0; i < cycle.stageType().size(); i++) {
      out.merge(cycle.stageType().get(i), length(cycle, i), Integer::sum);
    }
    return out;
  }

  /** Puts the four stage sums, the total, efficiency and latency of a hypnogram into a sleep. */
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

  /** Seconds in bed: end minus begin. */
  public static int duration(Instant start, Instant stop) {
    return (int) Math.max(0, Duration.between(start, stop).toSeconds());
  }

  /**
   * Seconds from the begin to the first five minutes of sleep without a break; empty when there are
   * none.
   */
  public static Optional<Integer> latency(SleepCycleSummary cycle) {
    int begin = -1;
    int end = -1;
    for (int i = 0; i < cycle.stageType().size(); i++) {
      int from = cycle.stageStartOffsetSecond().get(i);
      if (!asleep(cycle.stageType().get(i))) {
        begin = -1;
        continue;
      }
      if (begin < 0 || from > end) {
        begin = from;
      }
      end = cycle.stageEndOffsetSecond().get(i);
      if (end - begin >= LASTING) {
        return Optional.of(begin);
      }
    }
    return Optional.empty();
  }

  private static boolean asleep(SleepStage stage) {
    return switch (stage) {
      case DEEP, LIGHT, REM, MANUAL -> true;
      case AWAKE, UNKNOWN -> false;
    };
  }

  /**
   * A mean per stage as samples: one at the midpoint of each segment of that stage, as the
   * respiratory rate of a provider that knows only means. Segments of stages without a mean have
   * none.
   *
   * @param offsetSeconds of the samples, or null
   */
  public static List<Sample> perSegment(
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
   * What contradicts itself within a sleep and its hypnogram, without values; empty when all is
   * well. A hypnogram may leave time unexplained, but must not count more than the sleep does.
   */
  public static List<String> contradictions(SleepSummary sleep, SleepCycleSummary cycle) {
    List<String> out = new ArrayList<>();
    if (!cycle.sleepKey().equals(sleep.providerKey())) {
      out.add("sleep_cycle is of another sleep");
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

  private static void compare(List<String> out, String name, int said, Integer counted) {
    if (counted != null && said != counted) {
      out.add(name + " differs from sleep_cycle");
    }
  }

  private static int length(SleepCycleSummary cycle, int i) {
    return cycle.stageEndOffsetSecond().get(i) - cycle.stageStartOffsetSecond().get(i);
  }
}
