package io.tributary.lab.appointment;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * When samples are taken in the sandbox, by the clocks of the place. Times that a clock skips are
 * left out; of those that it has twice the first one counts.
 *
 * @param open first begin of a day
 * @param close no slot ends later
 * @param closeToday the same for today, when the last call of today is not over
 * @param lastCall from then on today is closed
 * @param ahead how far ahead a slot of today begins
 */
record SandboxTimetable(
    Duration length,
    LocalTime open,
    LocalTime close,
    LocalTime closeToday,
    LocalTime lastCall,
    Duration ahead,
    int capacity) {
  static final SandboxTimetable AT_A_SITE =
      new SandboxTimetable(
          Duration.ofMinutes(20),
          LocalTime.of(7, 0),
          LocalTime.of(12, 0),
          LocalTime.of(17, 0),
          LocalTime.of(16, 0),
          Duration.ZERO,
          2);

  static final SandboxTimetable AT_HOME =
      new SandboxTimetable(
          Duration.ofHours(2),
          LocalTime.of(8, 0),
          LocalTime.of(18, 0),
          LocalTime.of(18, 0),
          LocalTime.of(12, 0),
          Duration.ofHours(2),
          2);

  List<Slot> of(LocalDate day, ZoneId zone, Instant now) {
    LocalDateTime local = LocalDateTime.ofInstant(now, zone);
    if (day.isBefore(local.toLocalDate())) {
      return List.of();
    }
    if (day.isAfter(local.toLocalDate())) {
      return between(day.atTime(open), day.atTime(close), zone);
    }
    if (!local.toLocalTime().isBefore(lastCall)) {
      return List.of();
    }
    LocalDateTime next = local.plus(ahead).truncatedTo(ChronoUnit.HOURS).plusHours(1);
    LocalDateTime first = day.atTime(open);
    return between(next.isAfter(first) ? next : first, day.atTime(closeToday), zone);
  }

  private List<Slot> between(LocalDateTime from, LocalDateTime to, ZoneId zone) {
    List<Slot> out = new ArrayList<>();
    for (LocalDateTime t = from; !t.plus(length).isAfter(to); t = t.plus(length)) {
      if (!zone.getRules().getValidOffsets(t).isEmpty()) {
        Instant start = t.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
        out.add(new Slot(start, start.plus(length)));
      }
    }
    return out;
  }
}
