package io.tributary.pull;

import io.tributary.provider.ProviderException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Who is left alone after a failure, so that nobody else's work finds out the same.
 *
 * @param usersOnly providers that count by user only: a refusal of one says nothing of the others
 * @param breakerReset how long a host is left alone
 */
record ProviderCooldowns(ProviderSlotPool slots, Set<String> usersOnly, Duration breakerReset) {
  /** Our own throttle may think better of it, so it is asked again. */
  private static final Duration ASK_AGAIN = Duration.ofMinutes(1);

  ProviderCooldowns {
    usersOnly = Set.copyOf(usersOnly);
  }

  /** How long nobody asks again who was told to wait so long. */
  static Duration shortened(Duration wait) {
    return wait.compareTo(ASK_AGAIN) > 0 ? ASK_AGAIN : wait;
  }

  /**
   * Notes what the failure says of others.
   *
   * @return how long everything else of this user's connection has to wait; zero = it need not
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
