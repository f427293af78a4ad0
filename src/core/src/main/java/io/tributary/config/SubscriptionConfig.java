package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of subscriptions to provider notifications.
 *
 * @param slots subscriptions that a node processes concurrently
 * @param every poll interval for missing and due subscriptions
 * @param lease how long a node may work on a subscription before another one tries; must exceed the
 *     duration of the provider's calls
 * @param retryWaits pauses after the first, second, … refusal, and after other failures; the last
 *     one repeats
 * @param refusals refusals after which a subscription has failed
 * @param checkEvery interval at which a subscription is checked
 * @param renewBefore how long before its expiry a subscription is renewed
 */
public record SubscriptionConfig(
    int slots,
    Duration every,
    Duration lease,
    List<Duration> retryWaits,
    int refusals,
    Duration checkEvery,
    Duration renewBefore) {
  public SubscriptionConfig {
    retryWaits = List.copyOf(retryWaits);
    ConfigValidator.of("subscribe")
        .range("slots", slots, 1, 1000)
        .atLeast("every", every, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("retry_waits", retryWaits.size(), 1, 1000)
        .range("refusals", refusals, 1, 1000)
        .atLeast("check_every", checkEvery, Duration.ofMillis(50))
        .atLeast("renew_before", renewBefore, Duration.ZERO)
        .throwIfInvalid();
  }
}
