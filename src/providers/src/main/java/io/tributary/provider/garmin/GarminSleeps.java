package io.tributary.provider.garmin;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts nights and naps, with their hypnograms. */
final class GarminSleeps {
  private static final Map<String, SleepStage> LEVELS =
      Map.of(
          "deep", SleepStage.DEEP,
          "light", SleepStage.LIGHT,
          "rem", SleepStage.REM,
          "awake", SleepStage.AWAKE);

  private GarminSleeps() {}

  /** Returns whether Garmin is still processing the sleep. */
  static boolean isTentative(LenientJson doc) {
    String validation = doc.text("validation");
    return validation != null && validation.endsWith("_TENTATIVE");
  }

  /** Converts sleeps; of several versions of a sleep, the last final one counts. */
  static void normalise(
      List<LenientJson> documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<String, LenientJson> sleeps = new LinkedHashMap<>();
    for (LenientJson doc : documents) {
      if (doc.id("summaryId") == null) {
        batch.reject("sleeps", "summaryId is missing");
      } else {
        sleeps.merge(doc.id("summaryId"), doc, (a, b) -> isTentative(b) && !isTentative(a) ? a : b);
      }
    }
    sleeps.forEach(
        (id, doc) -> {
          try {
            addSleep(id, doc, facts, batch);
          } catch (IllegalArgumentException e) {
            batch.reject("sleeps", e.getMessage());
          }
        });
  }

  private static void addSleep(
      String id, LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = GarminTime.start(doc, facts);
    Integer deep = doc.seconds("deepSleepDurationInSeconds");
    Integer light = doc.seconds("lightSleepDurationInSeconds");
    Integer rem = doc.seconds("remSleepInSeconds");
    int awake = orZero(awake(doc));
    // Time asleep, including unmeasurable time; time awake is a separate field.
    int asleep = LenientJson.required("durationInSeconds", doc.seconds("durationInSeconds"));
    int inBed = asleep + awake;
    OffsetInstant end = start.plusSeconds(inBed);
    boolean staged = deep != null || light != null || rem != null;
    int total =
        staged ? orZero(deep) + orZero(light) + orZero(rem) : Math.max(0, asleep - unmeasured(doc));
    SleepCycleSummary cycle = cycle(id, doc, start, end);
    batch.add(
        SleepSummary.of(
                doc.day("calendarDate") == null ? end.date() : doc.day("calendarDate"),
                start.at(),
                end.at(),
                SleepRules.type(null, total, false))
            .recordId(id)
            .timezoneOffset(start.offsetSeconds())
            .duration(inBed)
            .deep(orZero(deep))
            .light(orZero(light))
            .rem(orZero(rem))
            .total(total)
            .awake(awake)
            .efficiency(SleepRules.efficiency(total, inBed))
            .latency(cycle == null ? null : SleepRules.latency(cycle).orElse(null))
            .score(doc.child("overallSleepScore").integer("value", 1, 100))
            .state(isTentative(doc) ? SleepSummary.State.TENTATIVE : SleepSummary.State.CONFIRMED)
            .build(),
        GarminNormalizer.WATCH);
    if (cycle != null) {
      batch.add(cycle, GarminNormalizer.WATCH);
    }
  }

  private static Integer awake(LenientJson doc) {
    return doc.seconds(doc.firstPresent("awakeDurationInSeconds", "awakeSleepDurationInSeconds"));
  }

  private static int unmeasured(LenientJson doc) {
    Integer seconds =
        doc.seconds(
            doc.firstPresent("unmeasurableSleepDurationInSeconds", "unmeasurableSleepInSeconds"));
    return orZero(seconds);
  }

  private record Level(SleepStage stage, long from, long to) {}

  /**
   * Returns the stages in order, or null if there are none. An overlap is cut from the later stage,
   * and stages are limited to the sleep.
   */
  private static SleepCycleSummary cycle(
      String id, LenientJson doc, OffsetInstant start, OffsetInstant end) {
    List<Level> levels = new ArrayList<>();
    LEVELS.forEach(
        (name, stage) ->
            doc.child("sleepLevelsMap")
                .list(name)
                .forEach(
                    d -> {
                      Long from = d.wholeNumber("startTimeInSeconds");
                      Long to = d.wholeNumber("endTimeInSeconds");
                      if (from != null && to != null) {
                        levels.add(new Level(stage, from, to));
                      }
                    }));
    levels.sort(
        Comparator.comparingLong(Level::from)
            .thenComparingLong(Level::to)
            .thenComparing(Level::stage));
    Instant begin = start.at();
    long length = SleepRules.duration(begin, end.at());
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(id, begin, end.at()).offsetSeconds(start.offsetSeconds());
    long at = 0;
    boolean any = false;
    for (Level level : levels) {
      long from = Math.max(at, level.from() - begin.getEpochSecond());
      long to = Math.min(length, level.to() - begin.getEpochSecond());
      if (to > from) {
        cycle.stage(level.stage(), (int) from, (int) to);
        at = to;
        any = true;
      }
    }
    return any ? cycle.build() : null;
  }

  private static int orZero(Integer seconds) {
    return seconds == null ? 0 : seconds;
  }
}
