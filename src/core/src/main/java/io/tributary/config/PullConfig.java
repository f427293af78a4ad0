package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of pulls from providers.
 *
 * @param slots concurrent pulls per verticle; if fewer than all providers together can use, a stuck
 *     provider delays the others
 * @param providerSlots concurrent pulls of one provider per node, and the same number of polls
 * @param lease lease of a claimed job, extended by heartbeats
 * @param retryWaits pauses after the first, second, … retriable failure; the last one repeats
 * @param retryQuota retriable failures after which a pull fails
 * @param throttleAway pause of a pull when the provider's throttle cannot be reached
 * @param pollEvery interval of the incremental stage
 * @param pollReread days that a poll reads again
 * @param callTries attempts of a provider call before its pull is postponed
 * @param callPause pause before the second attempt of a call; it doubles
 * @param breakerFailures consecutive lost connections and responses of 500 and above that open the
 *     breaker of a provider host
 * @param breakerReset how long the breaker stays open
 * @param gateLimit how long a pull waits for a permit before it releases its slot
 */
public record PullConfig(
    int slots,
    int providerSlots,
    Duration lease,
    Duration claimEvery,
    List<Duration> retryWaits,
    int retryQuota,
    Duration throttleAway,
    Duration pollEvery,
    int pollReread,
    Duration lateWindow,
    int maxDays,
    int callTries,
    Duration callPause,
    int breakerFailures,
    Duration breakerReset,
    Duration gateLimit) {
  public PullConfig {
    retryWaits = List.copyOf(retryWaits);
    ConfigValidator.of("pull")
        .range("slots", slots, 1, 1000)
        .range("provider_slots", providerSlots, 1, 1000)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("retry_quota", retryQuota, 1, 1000)
        .range("max_days", maxDays, 1, 365)
        .range("retry_waits", retryWaits.size(), 1, 1000)
        .range("poll_reread", pollReread, 0, 365)
        .range("call_tries", callTries, 1, 20)
        .range("breaker_failures", breakerFailures, 1, 1000)
        .throwIfInvalid();
  }
}
