package io.tributary.throttle;

import java.util.UUID;

/** What becomes of a queued trigger whose turn has come. */
sealed interface TriggerDecision {
  /** Granted, if the window allows. */
  record Grant() implements TriggerDecision {}

  /** Never granted; uses up nothing. */
  record Drop(String reason) implements TriggerDecision {}

  /** The connection was linked anew under another app: it waits in that app's bucket. */
  record Move(UUID app) implements TriggerDecision {}

  /** Somebody is changing the connection or the trigger; the next round sees the result. */
  record Leave() implements TriggerDecision {}

  /**
   * A trigger as found.
   *
   * @param connection null = deleted since
   * @param wanted false = every operation that asked for it was aborted
   */
  record Candidate(UUID id, UUID connection, boolean userGone, boolean wanted) {}

  /** The connection as locked. */
  record State(String status, UUID app) {}

  /**
   * @param locked null = locked by somebody else, or deleted a moment ago
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
