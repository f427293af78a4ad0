package io.tributary.provider.googlehealth;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Converts a sleep with its hypnogram; a sleep with sums of stages only has none. */
final class GoogleHealthSleep {
  /** Stages by name; sleep of unknown depth counts as light, and other names are unknown. */
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "AWAKE", SleepStage.AWAKE,
          "LIGHT", SleepStage.LIGHT,
          "ASLEEP", SleepStage.LIGHT,
          "DEEP", SleepStage.DEEP,
          "REM", SleepStage.REM);

  private GoogleHealthSleep() {}

  static void normalise(GoogleHealthPoint point, NormalizedBatch.Builder batch) {
    OffsetInstant start = point.start();
    OffsetInstant end = point.end();
    String key = key(point);
    SleepCycleSummary cycle = null;
    try {
      cycle = cycle(key, point.value().list("stages"), start, end);
    } catch (IllegalArgumentException e) {
      batch.reject("sleep.stages", e.getMessage());
    }
    LenientJson summary = point.value().child("summary");
    Map<SleepStage, Integer> seconds =
        cycle == null ? stageSums(summary) : SleepRules.seconds(cycle);
    int asleep = asleep(seconds);
    if (cycle == null && asleep == 0) {
      asleep = orZero(summary.secondsOfMinutes("minutesAsleep"));
    }
    SleepSummary.Builder sleep =
        SleepSummary.of(end.date(), start.at(), end.at(), type(point, asleep))
            .recordId(key)
            .timezoneOffset(end.offsetSeconds());
    if (cycle == null) {
      fill(sleep, seconds, asleep, summary, SleepRules.duration(start.at(), end.at()));
    } else {
      SleepRules.fill(sleep, cycle);
    }
    batch.add(sleep.build(), point.source());
    if (cycle != null) {
      batch.add(cycle, point.source());
    }
  }

  /**
   * Returns Google's name of the sleep, otherwise its start, which stays when the end is revised.
   */
  static String key(GoogleHealthPoint point) {
    String name = point.name();
    return name == null ? point.start().at().toString() : name;
  }

  private static SleepType type(GoogleHealthPoint point, int asleep) {
    boolean nap = Boolean.TRUE.equals(point.value().child("metadata").flag("nap"));
    return SleepRules.type(nap ? SleepType.ACKNOWLEDGED_NAP : null, asleep, false);
  }

  /** Returns null if there are no stages with times. */
  private static SleepCycleSummary cycle(
      String key, List<LenientJson> told, OffsetInstant start, OffsetInstant end) {
    List<LenientJson> stages =
        told.stream()
            .filter(s -> s.instant("startTime") != null && s.instant("endTime") != null)
            .sorted(Comparator.comparing((LenientJson s) -> s.instant("startTime")))
            .toList();
    if (stages.isEmpty()) {
      return null;
    }
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(key, start.at(), end.at()).offsetSeconds(end.offsetSeconds());
    for (LenientJson stage : stages) {
      int from = after(start, stage.instant("startTime"));
      int to = after(start, stage.instant("endTime"));
      if (to > from) {
        SleepStage kind = stage.lookup("type", STAGES);
        cycle.stage(kind == null ? SleepStage.UNKNOWN : kind, from, to);
      }
    }
    return cycle.build();
  }

  private static int after(OffsetInstant start, Instant at) {
    return SleepRules.duration(start.at(), at);
  }

  /** Returns the minutes of each stage, as counted by Google. */
  private static Map<SleepStage, Integer> stageSums(LenientJson summary) {
    Map<SleepStage, Integer> seconds = new EnumMap<>(SleepStage.class);
    for (LenientJson sum : summary.list("stagesSummary")) {
      SleepStage stage = sum.lookup("type", STAGES);
      Integer length = sum.secondsOfMinutes("minutes");
      if (stage != null && length != null) {
        seconds.merge(stage, length, Integer::sum);
      }
    }
    return seconds;
  }

  private static int asleep(Map<SleepStage, Integer> seconds) {
    return secondsOf(seconds, SleepStage.LIGHT)
        + secondsOf(seconds, SleepStage.DEEP)
        + secondsOf(seconds, SleepStage.REM);
  }

  private static void fill(
      SleepSummary.Builder sleep,
      Map<SleepStage, Integer> seconds,
      int asleep,
      LenientJson summary,
      int duration) {
    Integer awake = summary.secondsOfMinutes("minutesAwake");
    sleep
        .duration(duration)
        .light(secondsOf(seconds, SleepStage.LIGHT))
        .deep(secondsOf(seconds, SleepStage.DEEP))
        .rem(secondsOf(seconds, SleepStage.REM))
        .total(asleep)
        .awake(awake == null ? secondsOf(seconds, SleepStage.AWAKE) : awake)
        .efficiency(asleep == 0 ? null : SleepRules.efficiency(asleep, duration));
  }

  private static int secondsOf(Map<SleepStage, Integer> seconds, SleepStage stage) {
    return seconds.getOrDefault(stage, 0);
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
