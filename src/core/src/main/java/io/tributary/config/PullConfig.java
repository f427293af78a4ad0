package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of pulls from providers.
 *
 * @param concurrency concurrent pulls per verticle; if fewer than all providers together can use, a
 *     stuck provider delays the others
 * @param providerConcurrency concurrent pulls of one provider per node, and the same number of
 *     polls
 * @param lease lease of a claimed job, extended by heartbeats
 * @param retrySchedule pauses after the first, second, … retriable failure; the last one repeats
 * @param maxAttempts retriable failures after which a pull fails
 * @param throttleRetryDelay pause of a pull when the provider's throttle cannot be reached
 * @param pollInterval interval of the incremental stage
 * @param pollOverlapDays days that a poll reads again
 * @param maxRequestAttempts attempts of a provider call before its pull is postponed
 * @param requestRetryDelay pause before the second attempt of a call; it doubles
 * @param breakerFailures consecutive lost connections and responses of 500 and above that open the
 *     breaker of a provider host
 * @param breakerResetTimeout how long the breaker stays open
 * @param permitTimeout how long a pull waits for a permit before it releases its slot
 */
public record PullConfig(
    int concurrency,
    int providerConcurrency,
    Duration lease,
    Duration claimInterval,
    List<Duration> retrySchedule,
    int maxAttempts,
    Duration throttleRetryDelay,
    Duration pollInterval,
    int pollOverlapDays,
    Duration ingestionGracePeriod,
    int maxDays,
    int maxRequestAttempts,
    Duration requestRetryDelay,
    int breakerFailures,
    Duration breakerResetTimeout,
    Duration permitTimeout) {
  public PullConfig {
    retrySchedule = List.copyOf(retrySchedule);
    ConfigValidator.of("pull")
        .range("concurrency", concurrency, 1, 1000)
        .range("provider_concurrency", providerConcurrency, 1, 1000)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("max_attempts", maxAttempts, 1, 1000)
        .range("max_days", maxDays, 1, 365)
        .range("retry_schedule", retrySchedule.size(), 1, 1000)
        .range("poll_overlap_days", pollOverlapDays, 0, 365)
        .range("max_request_attempts", maxRequestAttempts, 1, 20)
        .range("breaker_failures", breakerFailures, 1, 1000)
        .throwIfInvalid();
  }
}
