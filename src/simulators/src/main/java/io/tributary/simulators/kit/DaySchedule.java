package io.tributary.simulators.kit;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Schedule of one person on one local day. The night belongs to the day on which it ends and
 * consists of whole five-minute steps, so that phases, durations and items agree to the second.
 * Spans of a day never overlap, neither with each other nor with those of neighboring days.
 */
public record DaySchedule(LocalDate day, boolean empty, List<Span> spans) {

  /** Kind of a span. */
  public enum ScheduledActivity {
    NIGHT,
    SHORT_SLEEP,
    NAP,
    REST,
    WORKOUT,
    SESSION,
    CHARGING
  }

  /** Period of the day; the start is inclusive and the end is exclusive. */
  public record Span(ScheduledActivity act, Instant start, Instant end) {
    public int steps() {
      return (int) (Duration.between(start, end).toSeconds() / STEP_SECONDS);
    }

    public boolean covers(Instant at) {
      return !at.isBefore(start) && at.isBefore(end);
    }
  }

  public static final int STEP_SECONDS = 300;

  /** Returns the schedule of a person's day. The same arguments always give the same schedule. */
  public static DaySchedule of(SimPerson user, LocalDate day) {
    SeededRandom dice = SeededRandom.of(user.seed(), day.toEpochDay(), 100);
    boolean always = user.traits().contains(PersonTrait.ALWAYS_WORN);
    if (dice.chance(0.03) && !always) {
      return new DaySchedule(day, true, List.of()); // the device was not worn
    }
    var spans = new ArrayList<Span>();
    boolean weekend = day.getDayOfWeek().getValue() >= 6;

    int bed = dice.between(0, weekend ? 170 : 120); // minutes after 22:00 of the previous evening
    if (user.traits().contains(PersonTrait.ACROSS_MIDNIGHT)) {
      bed = 180 + bed / 6;
      spans.add(span(ScheduledActivity.WORKOUT, at(user, day, 23, 20), 3600));
    }
    Instant bedtime =
        day.minusDays(1)
            .atTime(22, 0)
            .atZone(user.zone())
            .toInstant()
            .plusSeconds(bed * 60L + dice.between(0, 59));
    int nightSteps = dice.between(weekend ? 80 : 74, weekend ? 102 : 97);
    spans.add(span(ScheduledActivity.NIGHT, bedtime, nightSteps * STEP_SECONDS));

    if (dice.chance(0.04)) {
      spans.add(
          span(
              ScheduledActivity.SHORT_SLEEP,
              at(user, day, 10, dice.between(25, 45)),
              dice.between(9, 20) * 300));
    }
    if (dice.chance(0.1) || user.traits().contains(PersonTrait.NAPPER)) {
      spans.add(
          span(
              ScheduledActivity.NAP,
              at(user, day, 14, dice.between(0, 59)),
              dice.between(5, 14) * 300));
    }
    if (dice.chance(0.07)) {
      spans.add(
          span(
              ScheduledActivity.REST,
              at(user, day, 13, dice.between(0, 19)),
              dice.between(3, 6) * 300));
    }
    if (dice.chance(weekend ? 0.6 : 0.42)) {
      spans.add(
          span(
              ScheduledActivity.WORKOUT,
              at(user, day, 16, dice.between(15, 110)),
              dice.between(20, 90) * 60));
    }
    if (dice.chance(0.3)) {
      spans.add(
          span(
              ScheduledActivity.SESSION,
              at(user, day, 21, dice.between(0, 25)),
              dice.between(4, 20) * 60));
    }
    if (dice.chance(0.35)) {
      spans.add(
          span(
              ScheduledActivity.CHARGING,
              at(user, day, 20, dice.between(5, 10)),
              dice.between(20, 48) * 60));
    }
    spans.sort(Comparator.comparing(Span::start));
    return new DaySchedule(day, false, List.copyOf(spans));
  }

  /** Returns the main sleep that ended on this day. */
  public Optional<Span> night() {
    return spans.stream().filter(s -> s.act() == ScheduledActivity.NIGHT).findFirst();
  }

  public List<Span> all(ScheduledActivity act) {
    return spans.stream().filter(s -> s.act() == act).toList();
  }

  private static Instant at(SimPerson user, LocalDate day, int hour, int minutes) {
    return day.atTime(LocalTime.of(hour, 0))
        .atZone(user.zone())
        .toInstant()
        .plusSeconds(minutes * 60L);
  }

  private static Span span(ScheduledActivity act, Instant start, int seconds) {
    return new Span(act, start, start.plusSeconds(seconds));
  }
}
