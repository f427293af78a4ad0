package io.tributary.notification;

import io.tributary.provider.NotificationParser;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A connection that notices may concern.
 *
 * @param since when its grant was last seen to hold: linked, refreshed or changed
 * @param paused whether what changed is kept for later
 */
record NotificationTarget(UUID id, Instant since, boolean paused) {
  /** Vendors count in whole seconds, and by clocks of their own. */
  private static final Duration GRAIN = Duration.ofSeconds(5);

  /** What ended before that was an earlier grant. */
  boolean concerns(NotificationParser.Hint hint) {
    if (hint.what() == NotificationParser.What.CHANGED) {
      return true;
    }
    // The link with which a paused one goes on is another grant.
    return !paused && hint.at().map(at -> !at.isBefore(since.minus(GRAIN))).orElse(true);
  }
}
