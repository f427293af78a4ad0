package io.tributary.lab.appointment;

import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Source of free slots. Calls run inside a transaction, so a remote calendar must be called through
 * a row that a separate worker sends.
 */
interface SchedulingProvider {
  /** A slot and its remaining capacity. */
  record FreeSlot(Slot slot, int remaining) {}

  /** Slots of a day that start after {@code now} and have capacity left. */
  List<FreeSlot> freeSlots(Tx tx, Tenant tenant, Calendar where, LocalDate day, Instant now);

  /**
   * Takes one unit of a slot's capacity.
   *
   * @return the calendar that holds the booking; empty when the slot is full
   */
  Optional<String> takeSlot(Tx tx, Tenant tenant, Calendar where, Slot slot);

  /** Releases one unit of a slot's capacity. */
  void releaseSlot(Tx tx, String calendar, Instant start);
}
