package io.tributary.pull;

import io.tributary.provider.ProviderException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Puts applications and providers into cooldown after a failure, so that other work does not run
 * into the same failure.
 *
 * @param usersOnly providers with per-user quotas only, where a rejection affects one user
 * @param breakerReset cooldown of a provider whose circuit breaker is open
 */
record ProviderCooldowns(ProviderSlotPool slots, Set<String> usersOnly, Duration breakerReset) {
  /**
   * Longest cooldown after a denied permit. The throttle may grant permits earlier than announced,
   * so it is asked again.
   */
  private static final Duration ASK_AGAIN = Duration.ofMinutes(1);

  ProviderCooldowns {
    usersOnly = Set.copyOf(usersOnly);
  }

  /** Returns the cooldown for an announced wait. */
  static Duration shortened(Duration wait) {
    return wait.compareTo(ASK_AGAIN) > 0 ? ASK_AGAIN : wait;
  }

  /**
   * Records what the failure means for other work.
   *
   * @return wait for everything else of this user's connection; zero for none
   */
  Duration after(ProviderSlotPool.Lane lane, String provider, UUID app, RuntimeException failure) {
    return switch (failure) {
      case PermitDenied g when g.whose() == PermitDenied.Whose.USER -> g.waitFor();
      case PermitDenied g
          when g.whose() == PermitDenied.Whose.APP || g.whose() == PermitDenied.Whose.NODE -> {
        slots.rest(lane, provider, app, shortened(g.waitFor()));
        yield Duration.ZERO;
      }
      case ProviderException.RateLimited r when usersOnly.contains(provider) -> r.waitFor();
      case ProviderException.RateLimited r -> {
        slots.rest(ProviderSlotPool.Lane.NEW, provider, app, r.waitFor());
        yield Duration.ZERO;
      }
      case ProviderException.LeftAlone l -> {
        slots.ill(provider, breakerReset);
        yield Duration.ZERO;
      }
      default -> Duration.ZERO;
    };
  }
}
