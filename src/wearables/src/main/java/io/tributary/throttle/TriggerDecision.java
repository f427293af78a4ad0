package io.tributary.throttle;

import java.util.UUID;

/** Decision about a queued trigger. */
sealed interface TriggerDecision {
  /** Grants the trigger if the rate limit allows it. */
  record Grant() implements TriggerDecision {}

  /** Drops the trigger without using the rate limit. */
  record Drop(String reason) implements TriggerDecision {}

  /** Moves the trigger to the queue of the application under which the connection was relinked. */
  record Move(UUID app) implements TriggerDecision {}

  /**
   * Skips the trigger in this round, because its connection or the trigger is locked by another
   * transaction.
   */
  record Skip() implements TriggerDecision {}

  /**
   * Queued trigger as read.
   *
   * @param connection null when it was deleted
   * @param requested false when every operation that requested it was aborted
   */
  record QueuedTrigger(UUID id, UUID connection, boolean userGone, boolean requested) {}

  /** Connection as locked. */
  record ConnectionState(String status, UUID app) {}

  /**
   * @param locked null when another transaction holds the lock or the connection was just deleted
   */
  static TriggerDecision decide(QueuedTrigger candidate, ConnectionState locked, UUID app) {
    if (!candidate.requested()) {
      return new Drop("aborted");
    }
    if (candidate.connection() == null || candidate.userGone()) {
      return new Drop("connection_gone");
    }
    if (locked == null) {
      return new Skip();
    }
    if (!locked.status().equals("connected")) {
      return new Drop("connection_" + locked.status());
    }
    return locked.app().equals(app) ? new Grant() : new Move(locked.app());
  }
}
