package io.tributary.throttle;

import io.tributary.config.ServiceConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Grants of one provider app: at most N in any window of length W, both ends of the window counted,
 * and at most U unfinished ones. Knows no clock: all instants come from the caller, and only the
 * database's are comparable over restarts. Not thread-safe.
 */
final class TriggerRateLimiter {
  private static final Duration LEAST_MARGIN = Duration.ofMillis(1);
  private static final Duration MOST_MARGIN = Duration.ofMillis(250);

  private final ServiceConfig.TriggerRate rate;
  private final Deque<Instant> grants = new ArrayDeque<>();
  private int unfinished;

  TriggerRateLimiter(ServiceConfig.TriggerRate rate) {
    this.rate = rate;
  }

  /**
   * How long a grant counts: the window and a margin of a thousandth of it (1 to 250 ms). A
   * provider that counts both ends of its window, or whose clock runs a little faster, still sees
   * no more than N; the margin costs a thousandth of the allowance.
   */
  static Duration span(ServiceConfig.TriggerRate rate) {
    Duration margin = rate.per().dividedBy(1000);
    if (margin.compareTo(LEAST_MARGIN) < 0) {
      margin = LEAST_MARGIN;
    } else if (margin.compareTo(MOST_MARGIN) > 0) {
      margin = MOST_MARGIN;
    }
    return rate.per().plus(margin);
  }

  /** Takes note of grants; instants must not fall. They are unfinished from now on. */
  void granted(Instant at, int count) {
    if (rate.connections() > 0) {
      for (int i = 0; i < count; i++) {
        grants.add(at);
      }
    }
    unfinished += count;
  }

  /** The number of unfinished pulls, as the rows say. */
  void unfinished(int count) {
    unfinished = count;
  }

  /** How many may be granted now. */
  int free(Instant now) {
    forget(now);
    int byTime = rate.connections() == 0 ? Integer.MAX_VALUE : rate.connections() - grants.size();
    int byPulls = rate.unfinished() == 0 ? Integer.MAX_VALUE : rate.unfinished() - unfinished;
    return Math.max(0, Math.min(byTime, byPulls));
  }

  /**
   * When the window opens again; empty when time changes nothing: it is open now, or only ending
   * pulls make room.
   */
  Optional<Instant> opens(Instant now) {
    forget(now);
    return rate.connections() > 0 && grants.size() >= rate.connections()
        ? Optional.of(nth(grants.size() - rate.connections()).plus(span(rate)).plusNanos(1000))
        : Optional.empty();
  }

  private Instant nth(int index) {
    return grants.stream().skip(index).findFirst().orElseThrow();
  }

  private void forget(Instant now) {
    Instant counts = now.minus(span(rate));
    while (!grants.isEmpty() && grants.peek().isBefore(counts)) {
      grants.remove();
    }
  }
}
