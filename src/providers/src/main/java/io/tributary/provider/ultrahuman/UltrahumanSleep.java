package io.tributary.provider.ultrahuman;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Units;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/** Converts the sleeps of a day, each with its stages. */
final class UltrahumanSleep {
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "deep", SleepStage.DEEP,
          "light", SleepStage.LIGHT,
          "rem", SleepStage.REM,
          "awake", SleepStage.AWAKE);

  private static final int DECIMALS = 2;
  private static final int EVENING_HOUR = 18;

  private UltrahumanSleep() {}

  /** Temperatures around a day, and the days that were read completely. */
  record NightTemperatures(NavigableMap<Instant, Double> readings, Set<LocalDate> days) {}

  static void normalise(
      UltrahumanDay day, NightTemperatures warmth, NormalizedBatch.Builder batch) {
    List<LenientJson> sleeps =
        day.objectsOf("sleep").stream()
            .sorted(Comparator.comparing(UltrahumanSleep::length).reversed())
            .toList();
    Set<String> keys = new HashSet<>();
    for (LenientJson doc : sleeps) {
      try {
        Instant start = doc.requiredEpoch("bedtime_start", ChronoUnit.SECONDS);
        Instant end = doc.requiredEpoch("bedtime_end", ChronoUnit.SECONDS);
        String key = key(day.time().wall(start), day.time().wall(end));
        if (!keys.add(key)) {
          key += "-" + start.getEpochSecond();
        }
        // The recovery score concerns the longest sleep.
        Double recovered = doc == sleeps.getFirst() ? recovery(day) : null;
        SleepSummary sleep =
            summary(key, doc, start, day.time().at(end), day.time())
                .recoveryReadinessScore(recovered == null ? null : Units.round(recovered))
                .skinTemperature(temperature(start, end, day.time(), warmth))
                .build();
        batch.add(sleep, UltrahumanNormalizer.RING);
        cycle(sleep, doc, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("sleep", e.getMessage());
      }
    }
  }

  private static Duration length(LenientJson sleep) {
    Instant start = sleep.epoch("bedtime_start", ChronoUnit.SECONDS);
    Instant end = sleep.epoch("bedtime_end", ChronoUnit.SECONDS);
    return start == null || end == null ? Duration.ZERO : Duration.between(start, end);
  }

  private static Double recovery(UltrahumanDay day) {
    Double value = day.value("recovery", 0, 100);
    return value == null ? day.value("recovery_index", 0, 100) : value;
  }

  /**
   * Returns a key for a sleep, because the API has none and shifts starts a little when it revises
   * them.
   *
   * <p>A night belongs to the period from noon to noon in which it began, so that going to bed at
   * 23:30 and, the night before, at 00:30 are two nights. A sleep that ends before midnight is no
   * night: the API lists it under the day before its night, and either may be read without the
   * other.
   */
  private static String key(LocalDateTime start, LocalDateTime end) {
    if (start.getHour() >= EVENING_HOUR && end.toLocalDate().equals(start.toLocalDate())) {
      return start.toLocalDate() + "-evening";
    }
    LocalDateTime fromSix = start.plusHours(6);
    String part = fromSix.getHour() < 12 ? "night" : fromSix.getHour() < 18 ? "morning" : "noon";
    return fromSix.toLocalDate() + "-" + part;
  }

  private static SleepSummary.Builder summary(
      String key, LenientJson doc, Instant start, OffsetInstant end, UltrahumanTime time) {
    Integer light = stage(doc, "light");
    Integer deep = stage(doc, "deep");
    Integer rem = stage(doc, "rem");
    boolean staged = light != null || deep != null || rem != null;
    Integer slept = seconds(doc, "total_sleep");
    int total = staged ? orZero(light) + orZero(deep) + orZero(rem) : orZero(slept);
    Integer inBed = seconds(doc, "time_in_bed");
    int duration = inBed == null ? SleepRules.duration(start, end.at()) : inBed;
    // A sleep with start and end only is assumed to be time asleep.
    SleepType type = SleepRules.type(null, staged || slept != null ? total : duration, false);
    return SleepSummary.of(time.wall(end.at()).toLocalDate(), start, end.at(), type)
        .recordId(key)
        .timezoneOffset(end.offsetSeconds())
        .duration(duration)
        .light(orZero(light))
        .deep(orZero(deep))
        .rem(orZero(rem))
        .awake(orZero(stage(doc, "awake")))
        .total(total)
        .efficiency(quickMetric(doc, "sleep_efic").number("value", 0, 100))
        .score(doc.child("score").integer("score", 1, 100));
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }

  private static Integer stage(LenientJson doc, String name) {
    for (LenientJson stage : doc.list("sleep_stages")) {
      if (name.equals(name(stage))) {
        return stage.seconds("stage_time");
      }
    }
    return null;
  }

  /** Returns the stage name; {@code deep_sleep} and {@code deep} are the same. */
  private static String name(LenientJson stage) {
    String type = stage.text("type");
    return type == null ? "" : type.toLowerCase(Locale.ROOT).replaceFirst("_sleep$", "");
  }

  private static LenientJson quickMetric(LenientJson doc, String name) {
    return doc.list("quick_metrics").stream()
        .filter(m -> name.equals(m.text("type")))
        .findFirst()
        .orElse(LenientJson.MISSING);
  }

  private static Integer seconds(LenientJson doc, String name) {
    return quickMetric(doc, name).seconds("value");
  }

  /** Returns the mean of the night; null unless all days that it touches were read. */
  private static Double temperature(
      Instant start, Instant end, UltrahumanTime time, NightTemperatures warmth) {
    LocalDate first = time.wall(start).toLocalDate();
    LocalDate last = time.wall(end).toLocalDate();
    if (!end.isAfter(start)
        || last.isAfter(time.day())
        || first.datesUntil(last.plusDays(1)).anyMatch(d -> !warmth.days().contains(d))) {
      return null;
    }
    var mean =
        warmth.readings().subMap(start, true, end, true).values().stream()
            .mapToDouble(Double::doubleValue)
            .average();
    return mean.isPresent() ? Units.roundTo(mean.getAsDouble(), DECIMALS) : null;
  }

  /**
   * Adds the stages. An overlap is cut from the later segment, and stages are limited to the sleep.
   */
  private static void cycle(SleepSummary sleep, LenientJson doc, NormalizedBatch.Builder batch) {
    Instant start = sleep.bedtimeStart();
    long length = Duration.between(start, sleep.bedtimeStop()).toSeconds();
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(sleep.providerKey(), start, sleep.bedtimeStop())
            .offsetSeconds(sleep.timezoneOffset());
    long at = 0;
    boolean any = false;
    for (LenientJson segment :
        doc.child("sleep_graph").list("data").stream()
            .filter(s -> s.wholeNumber("start") != null && s.wholeNumber("end") != null)
            .sorted(Comparator.comparing(s -> s.wholeNumber("start")))
            .toList()) {
      long from = Math.max(at, segment.wholeNumber("start") - start.getEpochSecond());
      long to = Math.min(length, segment.wholeNumber("end") - start.getEpochSecond());
      if (to > from) {
        SleepStage stage = STAGES.getOrDefault(name(segment), SleepStage.UNKNOWN);
        cycle.stage(stage, (int) from, (int) to);
        at = to;
        any = true;
      }
    }
    if (any) {
      batch.add(cycle.build(), UltrahumanNormalizer.RING);
    }
  }
}
