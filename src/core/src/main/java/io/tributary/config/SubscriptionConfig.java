package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Subscriptions to the pushes of providers.
 *
 * @param slots subscriptions that a node deals with at once
 * @param every pace of looking for subscriptions that are missing or due
 * @param lease how long a node may be at one before another one tries; must be longer than the
 *     provider's calls may take
 * @param retryWaits waits after the first, second, … refusal; the last one repeats, also after
 *     failures that are no refusals
 * @param refusals after which a subscription has failed
 * @param checkEvery how often a subscription is looked after
 * @param renewBefore it is renewed this long before it ends
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
        .done();
  }
}
