package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * @param slots pulls that run at once on one verticle; with fewer than all providers have places a
 *     stuck one delays the others
 * @param providerSlots pulls of one provider that run at once on one node, and as many polls
 * @param lease how long a claimed job is safe from other claimants without a heartbeat
 * @param retryWaits waits after the first, second, … retriable failure; the last one repeats
 * @param retryQuota retriable failures after which a pull fails
 * @param pollEvery pace of the incremental stage
 * @param pollReread days that a poll reads again
 * @param callTries how often one provider call is made before its pull is put off
 * @param callPause before the second try of a call; it doubles
 * @param breakerFailures lost connections and answers of 500 and above in a row after which a host
 *     of a provider is left alone
 * @param breakerReset how long
 * @param gateLimit how long a pull waits for leave to call before it gives its slot back
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
        .done();
  }
}
