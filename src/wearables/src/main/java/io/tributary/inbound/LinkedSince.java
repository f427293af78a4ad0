package io.tributary.inbound;

import io.tributary.provider.Inbound;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A connection that notices may concern.
 *
 * @param since when its grant was last seen to hold: linked, refreshed or changed
 * @param paused whether what changed is kept for later
 */
record LinkedSince(UUID id, Instant since, boolean paused) {
  /** Vendors count in whole seconds, and by clocks of their own. */
  private static final Duration GRAIN = Duration.ofSeconds(5);

  /** What ended before that was an earlier grant. */
  boolean concerns(Inbound.Hint hint) {
    if (hint.what() == Inbound.What.CHANGED) {
      return true;
    }
    // The link with which a paused one goes on is another grant.
    return !paused && hint.at().map(at -> !at.isBefore(since.minus(GRAIN))).orElse(true);
  }
}
