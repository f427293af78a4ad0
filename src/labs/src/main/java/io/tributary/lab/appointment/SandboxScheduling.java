package io.tributary.lab.appointment;

import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sandbox calendars: a fixed timetable plus rows for the taken slots. Each team has its own
 * calendars.
 */
final class SandboxScheduling implements SchedulingProvider {
  private static final String FREE_CAPACITY =
      """
      select starts_at, capacity - taken as free from appointment_slot
       where calendar = $1 and starts_at >= $2 and starts_at <= $3
      """;
  // The row lock serializes concurrent bookings of the same slot.
  private static final String TAKE =
      """
      insert into appointment_slot as s (calendar, starts_at, capacity, taken)
      values ($1, $2, $3, 1)
      on conflict (calendar, starts_at) do update set taken = s.taken + 1 where s.taken < s.capacity
      """;
  private static final String RELEASE =
      """
      update appointment_slot set taken = taken - 1
       where calendar = $1 and starts_at = $2 and taken > 0
      """;

  @Override
  public List<FreeSlot> freeSlots(
      Tx tx, Tenant tenant, Calendar where, LocalDate day, Instant now) {
    List<Slot> slots = where.type().timetable().slots(day, where.zone(), now);
    if (slots.isEmpty()) {
      return List.of();
    }
    Map<Instant, Integer> free = new HashMap<>();
    tx.query(
            FREE_CAPACITY,
            calendarId(tenant, where),
            slots.getFirst().start().atOffset(ZoneOffset.UTC),
            slots.getLast().start().atOffset(ZoneOffset.UTC))
        .forEach(r -> free.put(RowMapping.instant(r, "starts_at"), r.getInteger("free")));
    List<FreeSlot> out = new ArrayList<>();
    for (Slot s : slots) {
      int left = free.getOrDefault(s.start(), where.type().timetable().capacity());
      if (left > 0) {
        out.add(new FreeSlot(s, left));
      }
    }
    return out;
  }

  @Override
  public Optional<String> takeSlot(Tx tx, Tenant tenant, Calendar where, Slot slot) {
    String calendar = calendarId(tenant, where);
    int rows =
        tx.update(
            TAKE,
            calendar,
            slot.start().atOffset(ZoneOffset.UTC),
            where.type().timetable().capacity());
    return rows == 1 ? Optional.of(calendar) : Optional.empty();
  }

  @Override
  public void releaseSlot(Tx tx, String calendar, Instant start) {
    tx.update(RELEASE, calendar, start.atOffset(ZoneOffset.UTC));
  }

  static String calendarId(Tenant tenant, Calendar where) {
    return "sandbox/" + tenant.team() + "/" + where.provider() + "/" + where.code();
  }
}
