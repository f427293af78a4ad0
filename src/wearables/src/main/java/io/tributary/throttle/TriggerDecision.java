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
  record Leave() implements TriggerDecision {}

  /**
   * Queued trigger as read.
   *
   * @param connection null when it was deleted
   * @param wanted false when every operation that requested it was aborted
   */
  record Candidate(UUID id, UUID connection, boolean userGone, boolean wanted) {}

  /** Connection as locked. */
  record State(String status, UUID app) {}

  /**
   * @param locked null when another transaction holds the lock or the connection was just deleted
   */
  static TriggerDecision of(Candidate candidate, State locked, UUID app) {
    if (!candidate.wanted()) {
      return new Drop("aborted");
    }
    if (candidate.connection() == null || candidate.userGone()) {
      return new Drop("connection_gone");
    }
    if (locked == null) {
      return new Leave();
    }
    if (!locked.status().equals("connected")) {
      return new Drop("connection_" + locked.status());
    }
    return locked.app().equals(app) ? new Grant() : new Move(locked.app());
  }
}
