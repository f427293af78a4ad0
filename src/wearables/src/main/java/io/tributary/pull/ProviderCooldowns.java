package io.tributary.pull;

import io.tributary.provider.ProviderException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Puts applications and providers into cooldown after a failure, so that other work does not run
 * into the same failure.
 *
 * @param perUserOnly providers with per-user quotas only, where a rejection affects one user
 * @param breakerReset cooldown of a provider whose circuit breaker is open
 */
record ProviderCooldowns(ProviderSlotPool slots, Set<String> perUserOnly, Duration breakerReset) {
  /**
   * Longest cooldown after a denied permit. The throttle may grant permits earlier than announced,
   * so it is asked again.
   */
  private static final Duration MAX_PERMIT_COOLDOWN = Duration.ofMinutes(1);

  ProviderCooldowns {
    perUserOnly = Set.copyOf(perUserOnly);
  }

  /** Returns the cooldown for an announced wait. */
  static Duration cooldownFor(Duration wait) {
    return wait.compareTo(MAX_PERMIT_COOLDOWN) > 0 ? MAX_PERMIT_COOLDOWN : wait;
  }

  /**
   * Records what the failure means for other work.
   *
   * @return wait for everything else of this user's connection; zero for none
   */
  Duration recordFailure(
      ProviderSlotPool.Lane lane, String provider, UUID app, RuntimeException failure) {
    return switch (failure) {
      case PermitDenied g when g.scope() == PermitDenied.DenialScope.USER -> g.retryAfter();
      case PermitDenied g
          when g.scope() == PermitDenied.DenialScope.APP
              || g.scope() == PermitDenied.DenialScope.NODE -> {
        slots.coolDown(lane, provider, app, cooldownFor(g.retryAfter()));
        yield Duration.ZERO;
      }
      case ProviderException.RateLimited r when perUserOnly.contains(provider) -> r.retryAfter();
      case ProviderException.RateLimited r -> {
        slots.coolDown(ProviderSlotPool.Lane.NEW_DATA, provider, app, r.retryAfter());
        yield Duration.ZERO;
      }
      case ProviderException.CircuitOpen l -> {
        slots.coolDownProvider(provider, breakerReset);
        yield Duration.ZERO;
      }
      default -> Duration.ZERO;
    };
  }
}
