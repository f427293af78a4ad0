package io.tributary.lab.appointment;

import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Who knows where there is room. Calls are part of a transaction: what a remote calendar is asked
 * must be a row that somebody else sends.
 */
interface SchedulingProvider {
  /** A slot with how many more fit in. */
  record Open(Slot slot, int free) {}

  /** Slots of a day that begin after now and have room. */
  List<Open> open(Tx tx, Tenant tenant, Calendar where, LocalDate day, Instant now);

  /**
   * Takes room for one.
   *
   * @return the calendar it was taken from; empty when there is none left
   */
  Optional<String> take(Tx tx, Tenant tenant, Calendar where, Slot slot);

  /** Gives the room of one back. */
  void release(Tx tx, String calendar, Instant start);
}
