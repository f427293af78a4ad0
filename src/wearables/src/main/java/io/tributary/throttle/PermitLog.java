package io.tributary.throttle;

import java.util.List;
import java.util.UUID;

/**
 * Where reservations are written before the calls that they are for, so that the next owner of the
 * pace knows of every call that was made.
 */
@FunctionalInterface
interface PermitLog {
  /** Of tests of windows alone. */
  PermitLog NONE = reserved -> {};

  /**
   * Calls that may be made from now on.
   *
   * @param user null: of the application
   */
  record Reserved(UUID app, UUID user, int calls) {}

  /**
   * Writes all or fails.
   *
   * @throws io.tributary.lease.Fence.Lost when there is another owner
   */
  void write(List<Reserved> reserved);
}
