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
 * Collection times of the sandbox, in the site's local time. Local times that a clock change skips
 * are left out; of repeated local times the first one counts.
 *
 * @param open first start time of a day
 * @param close latest end of a slot
 * @param closeToday latest end of a slot on the current day, if {@code lastCall} has not passed
 * @param sameDayCutoff from this time on, the current day has no more slots
 * @param leadTime minimum lead time of a slot on the current day
 */
record SandboxTimetable(
    Duration length,
    LocalTime open,
    LocalTime close,
    LocalTime closeToday,
    LocalTime sameDayCutoff,
    Duration leadTime,
    int capacity) {
  static final SandboxTimetable AT_SITE =
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

  List<Slot> slots(LocalDate day, ZoneId zone, Instant now) {
    LocalDateTime local = LocalDateTime.ofInstant(now, zone);
    if (day.isBefore(local.toLocalDate())) {
      return List.of();
    }
    if (day.isAfter(local.toLocalDate())) {
      return slotsBetween(day.atTime(open), day.atTime(close), zone);
    }
    if (!local.toLocalTime().isBefore(sameDayCutoff)) {
      return List.of();
    }
    LocalDateTime next = local.plus(leadTime).truncatedTo(ChronoUnit.HOURS).plusHours(1);
    LocalDateTime first = day.atTime(open);
    return slotsBetween(next.isAfter(first) ? next : first, day.atTime(closeToday), zone);
  }

  private List<Slot> slotsBetween(LocalDateTime from, LocalDateTime to, ZoneId zone) {
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
