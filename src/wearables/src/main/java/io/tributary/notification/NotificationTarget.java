package io.tributary.notification;

import io.tributary.provider.NotificationParser;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Connection that a notification may be about.
 *
 * @param since time at which its grant was last known to be valid: linked, refreshed or changed
 * @param paused true when changes are held for later
 */
record NotificationTarget(UUID id, Instant since, boolean paused) {
  /** Tolerance for providers with whole seconds and differing clocks. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

  /**
   * Returns true when the notification is about this grant. An event before {@code since} concerns
   * an earlier grant.
   */
  boolean concerns(NotificationParser.ProviderNotification hint) {
    if (hint.event() == NotificationParser.NotificationEvent.CHANGED) {
      return true;
    }
    // A paused connection resumes with a new grant.
    return !paused && hint.at().map(at -> !at.isBefore(since.minus(CLOCK_TOLERANCE))).orElse(true);
  }
}
