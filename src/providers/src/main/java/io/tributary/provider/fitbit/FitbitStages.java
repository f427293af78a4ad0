package io.tributary.provider.fitbit;

import io.tributary.model.SleepStage;
import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Stages of a sleep. Awakenings of a few minutes are in a list of their own and overlap the stages;
 * they are cut out of them.
 */
final class FitbitStages {
  private static final Map<String, SleepStage> LEVELS =
      Map.of(
          "deep", SleepStage.DEEP,
          "light", SleepStage.LIGHT,
          "rem", SleepStage.REM,
          "wake", SleepStage.AWAKE,
          "asleep", SleepStage.LIGHT,
          "restless", SleepStage.AWAKE,
          "awake", SleepStage.AWAKE);

  private static final int DAY_SECONDS = 86_400;

  private FitbitStages() {}

  /** A stage in seconds after the start of the sleep; the end is exclusive. */
  record Segment(SleepStage stage, int from, int to) {}

  /**
   * Returns segments that are sorted, do not overlap and lie within the sleep; adjacent segments of
   * one stage are merged.
   */
  static List<Segment> of(LenientJson levels, FitbitSleepWindow bed, ZoneId zone) {
    List<Segment> shorts = readSegments(levels.list("shortData"), bed, zone);
    List<Segment> out = new ArrayList<>();
    for (Segment stage : readSegments(levels.list("data"), bed, zone)) {
      int at = stage.from();
      for (Segment wake : shorts) {
        if (wake.to() > at && wake.from() < stage.to()) {
          add(out, new Segment(stage.stage(), at, wake.from()));
          add(out, new Segment(wake.stage(), Math.max(at, wake.from()), wake.to()));
          at = wake.to();
        }
      }
      add(out, new Segment(stage.stage(), at, stage.to()));
    }
    return out;
  }

  /**
   * Reads a list of consecutive segments. In a repeated hour, a time before the end of the previous
   * segment belongs to the second pass.
   */
  private static List<Segment> readSegments(
      List<LenientJson> list, FitbitSleepWindow bed, ZoneId zone) {
    List<Segment> out = new ArrayList<>();
    int end = 0;
    for (LenientJson part : list) {
      LocalDateTime wall = part.localDateTime("dateTime");
      Integer seconds = part.integer("seconds", 1, DAY_SECONDS);
      if (wall == null || seconds == null) {
        continue;
      }
      ZonedDateTime first = wall.atZone(zone).withEarlierOffsetAtOverlap();
      int from = secondsAfterStart(bed, first);
      int second = secondsAfterStart(bed, first.withLaterOffsetAtOverlap());
      from = from < end && second >= end ? second : from;
      end = from + seconds;
      SleepStage stage = part.lookup("level", LEVELS);
      add(
          out,
          new Segment(
              stage == null ? SleepStage.UNKNOWN : stage, from, Math.min(end, bed.seconds())));
    }
    return out;
  }

  private static int secondsAfterStart(FitbitSleepWindow bed, ZonedDateTime at) {
    return (int) Duration.between(bed.start(), at).toSeconds();
  }

  /** Appends a segment; an overlap is cut from it. */
  private static void add(List<Segment> out, Segment next) {
    int from = Math.max(out.isEmpty() ? 0 : out.getLast().to(), next.from());
    if (next.to() <= from) {
      return;
    }
    if (!out.isEmpty() && out.getLast().stage() == next.stage() && out.getLast().to() == from) {
      Segment last = out.removeLast();
      out.add(new Segment(last.stage(), last.from(), next.to()));
    } else {
      out.add(new Segment(next.stage(), from, next.to()));
    }
  }
}
