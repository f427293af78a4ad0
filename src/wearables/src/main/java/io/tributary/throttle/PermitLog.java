package io.tributary.throttle;

import java.util.List;
import java.util.UUID;

/**
 * Write-ahead log of permits. A reservation is written before its calls are made, so that the next
 * owner of the throttle counts every call.
 */
@FunctionalInterface
interface PermitLog {
  /** Discards all writes; for tests of windows only. */
  PermitLog NONE = reserved -> {};

  /**
   * Calls that may be made from now on.
   *
   * @param user null for calls that count for the application only
   */
  record PermitReservation(UUID app, UUID user, int calls) {}

  /**
   * Writes all reservations or fails.
   *
   * @throws io.tributary.lease.Fence.LeaseLostException when the lease has another owner
   */
  void write(List<PermitReservation> reserved);
}
