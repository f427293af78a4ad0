package io.tributary.inbound;

import io.tributary.provider.Inbound;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A connection that notices may concern.
 *
 * @param since when its grant was last seen to hold: linked, refreshed or changed
 */
record LinkedSince(UUID id, Instant since) {
  /** Vendors count in whole seconds, and by clocks of their own. */
  private static final Duration GRAIN = Duration.ofSeconds(5);

  /** What ended before that was an earlier grant. */
  boolean concerns(Inbound.Hint hint) {
    return hint.what() == Inbound.What.CHANGED
        || hint.at().map(at -> !at.isBefore(since.minus(GRAIN))).orElse(true);
  }
}
