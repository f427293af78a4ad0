package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of subscriptions to provider notifications.
 *
 * @param concurrency subscriptions that a node processes concurrently
 * @param claimInterval poll interval for missing and due subscriptions
 * @param lease how long a node may work on a subscription before another one tries; must exceed the
 *     duration of the provider's calls
 * @param retrySchedule pauses after the first, second, … refusal, and after other failures; the
 *     last one repeats
 * @param maxRejections refusals after which a subscription has failed
 * @param checkInterval interval at which a subscription is checked
 * @param renewBefore how long before its expiry a subscription is renewed
 */
public record SubscriptionConfig(
    int concurrency,
    Duration claimInterval,
    Duration lease,
    List<Duration> retrySchedule,
    int maxRejections,
    Duration checkInterval,
    Duration renewBefore) {
  public SubscriptionConfig {
    retrySchedule = List.copyOf(retrySchedule);
    ConfigValidator.of("subscription")
        .range("concurrency", concurrency, 1, 1000)
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("retry_schedule", retrySchedule.size(), 1, 1000)
        .range("max_rejections", maxRejections, 1, 1000)
        .atLeast("check_interval", checkInterval, Duration.ofMillis(50))
        .atLeast("renew_before", renewBefore, Duration.ZERO)
        .throwIfInvalid();
  }
}
