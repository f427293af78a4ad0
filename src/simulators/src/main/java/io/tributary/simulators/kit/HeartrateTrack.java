package io.tributary.simulators.kit;

import io.tributary.simulators.kit.DaySchedule.ScheduledActivity;
import io.tributary.simulators.kit.DaySchedule.Span;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Heart rate series of a person. Time is divided into equal slots counted from the epoch, and each
 * slot holds at most one point at a random second. Timestamps are therefore unique, whatever the
 * clock changes of the zone are.
 */
public final class HeartrateTrack {
  private final int slotSeconds;

  public HeartrateTrack(int slotSeconds) {
    this.slotSeconds = slotSeconds;
  }

  /**
   * Emits the points with from <= timestamp <= to in ascending order until the sink returns false.
   * Days before the person's first have no points; a day on which the device was not worn has only
   * those of the next night.
   */
  public void forEachPoint(SimPerson user, Instant from, Instant to, Predicate<HeartPoint> sink) {
    long begin = user.firstDay().atStartOfDay(user.zone()).toEpochSecond();
    long low = Math.max(from.getEpochSecond() + (from.getNano() > 0 ? 1 : 0), begin);
    long high = to.getEpochSecond();
    LocalDate loaded = null;
    List<Span> spans = List.of();
    boolean worn = true;
    double drift = 0;
    for (long slot = Math.floorDiv(low, (long) slotSeconds); slot * slotSeconds <= high; slot++) {
      SeededRandom dice = SeededRandom.of(user.seed(), slot, slotSeconds, 600);
      long at = slot * slotSeconds + dice.between(0, slotSeconds - 1);
      if (at < low || at > high) {
        continue;
      }
      // Offsets change rarely, but the lookup is cheap compared with generating a point.
      ZoneOffset offset = user.zone().getRules().getOffset(Instant.ofEpochSecond(at));
      long localSecond = at + offset.getTotalSeconds();
      LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(localSecond, 86_400L));
      if (!day.equals(loaded)) {
        loaded = day;
        DaySchedule today = DaySchedule.of(user, day);
        worn = !today.empty();
        spans = new ArrayList<>(today.spans());
        spans.addAll(DaySchedule.of(user, day.plusDays(1)).spans());
        drift = SeededRandom.of(user.seed(), day.toEpochDay(), 601).nextGaussianAround(0, 3);
      }
      ScheduledActivity act = actAt(spans, at);
      if (act == ScheduledActivity.CHARGING || act == null && !worn || dice.chance(0.02)) {
        continue;
      }
      int hour = (int) (Math.floorMod(localSecond, 86_400L) / 3600);
      if (!sink.test(point(user, dice, at, act, hour, drift))) {
        return;
      }
    }
  }

  /** Returns the first points of the window, up to the limit. */
  public List<HeartPoint> points(SimPerson user, Instant from, Instant to, int limit) {
    var points = new ArrayList<HeartPoint>(Math.min(limit, 1024));
    if (limit > 0) {
      forEachPoint(
          user,
          from,
          to,
          point -> {
            points.add(point);
            return points.size() < limit;
          });
    }
    return points;
  }

  /** Returns the activity at the given time; null means ordinary waking. */
  private static ScheduledActivity actAt(List<Span> spans, long at) {
    for (Span span : spans) {
      if (span.start().getEpochSecond() <= at && at < span.end().getEpochSecond()) {
        return span.act();
      }
    }
    return null;
  }

  private static HeartPoint point(
      SimPerson user, SeededRandom dice, long at, ScheduledActivity act, int hour, double drift) {
    double base = user.restingPulse() + drift;
    String source = act == null ? "awake" : sourceOf(act);
    double lift =
        switch (source) {
          case "sleep" -> dice.nextGaussianAround(4, 3);
          case "rest" -> dice.nextGaussianAround(8, 3);
          case "session" -> dice.nextGaussianAround(12, 4);
          case "workout" -> dice.nextGaussianAround(75, 14);
          default -> dice.nextGaussianAround(hour >= 9 && hour < 19 ? 26 : 18, 8);
        };
    int bpm = (int) Math.max(36, Math.min(205, Math.round(base + lift)));
    return new HeartPoint(at, bpm, source);
  }

  private static String sourceOf(ScheduledActivity act) {
    return switch (act) {
      case NIGHT, SHORT_SLEEP -> "sleep";
      case NAP, REST -> "rest";
      case WORKOUT -> "workout";
      case SESSION -> "session";
      case CHARGING -> "live";
    };
  }
}
