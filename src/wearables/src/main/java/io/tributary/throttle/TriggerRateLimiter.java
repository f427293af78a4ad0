package io.tributary.throttle;

import io.tributary.config.ServiceConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Rate limiter for the triggers of one application.
 *
 * <p>Allows at most N grants in any window of length W (both ends included) and at most U
 * unfinished pulls.
 *
 * <p>Has no clock of its own. All instants come from the caller; they must be those of the
 * database, because only these are comparable across restarts. Not thread-safe.
 */
final class TriggerRateLimiter {
  private static final Duration MIN_MARGIN = Duration.ofMillis(1);
  private static final Duration MAX_MARGIN = Duration.ofMillis(250);

  private final ServiceConfig.TriggerRate rate;
  private final Deque<Instant> grants = new ArrayDeque<>();
  private int unfinished;

  TriggerRateLimiter(ServiceConfig.TriggerRate rate) {
    this.rate = rate;
  }

  /**
   * Returns how long a grant counts: the window W plus a margin of W/1000, at least 1 ms and at
   * most 250 ms. With the margin, a provider that counts both ends of its window, or whose clock
   * runs slightly fast, still sees at most N. The margin costs a thousandth of the allowance.
   */
  static Duration effectiveWindow(ServiceConfig.TriggerRate rate) {
    Duration margin = rate.window().dividedBy(1000);
    if (margin.compareTo(MIN_MARGIN) < 0) {
      margin = MIN_MARGIN;
    } else if (margin.compareTo(MAX_MARGIN) > 0) {
      margin = MAX_MARGIN;
    }
    return rate.window().plus(margin);
  }

  /** Adds grants, in chronological order. They count as unfinished. */
  void recordGrants(Instant at, int count) {
    if (rate.connections() > 0) {
      for (int i = 0; i < count; i++) {
        grants.add(at);
      }
    }
    unfinished += count;
  }

  /** Sets the number of unfinished pulls from the rows. */
  void setUnfinished(int count) {
    unfinished = count;
  }

  /** Returns how many triggers may be granted now. */
  int available(Instant now) {
    dropExpired(now);
    int byTime = rate.connections() == 0 ? Integer.MAX_VALUE : rate.connections() - grants.size();
    int byPulls = rate.maxUnfinished() == 0 ? Integer.MAX_VALUE : rate.maxUnfinished() - unfinished;
    return Math.max(0, Math.min(byTime, byPulls));
  }

  /**
   * Returns when the window opens again. Empty when waiting does not help: it is open now, or only
   * finished pulls free capacity.
   */
  Optional<Instant> opensAt(Instant now) {
    dropExpired(now);
    return rate.connections() > 0 && grants.size() >= rate.connections()
        ? Optional.of(
            nth(grants.size() - rate.connections()).plus(effectiveWindow(rate)).plusNanos(1000))
        : Optional.empty();
  }

  private Instant nth(int index) {
    return grants.stream().skip(index).findFirst().orElseThrow();
  }

  private void dropExpired(Instant now) {
    Instant counts = now.minus(effectiveWindow(rate));
    while (!grants.isEmpty() && grants.peek().isBefore(counts)) {
      grants.remove();
    }
  }
}
