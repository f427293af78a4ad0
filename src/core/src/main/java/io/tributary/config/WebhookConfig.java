package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of webhook delivery.
 *
 * @param retrySchedule pauses before attempt 2, 3, …; the number of attempts is their number plus 1
 * @param timeout timeout of one attempt
 * @param jitter fraction by which a pause may be extended, at most {@code jitterMax}
 * @param endpointConcurrency concurrent attempts per endpoint
 * @param concurrency concurrent attempts per node
 * @param readBatchSize deliveries that one read of a shard loads into memory
 * @param readInterval pause between two reads of a shard
 * @param settingsCacheTtl maximum age of cached endpoint settings when an attempt starts
 * @param resultDelay how long a result may wait to be written together with others
 * @param keepAliveTimeout how long an unused connection to an endpoint stays open
 * @param disableAfter an endpoint that fails for this long is disabled; the time counts from the
 *     first of two failures that are {@code disablePairMin} to {@code disablePairMax} apart
 */
public record WebhookConfig(
    List<Duration> retrySchedule,
    Duration timeout,
    double jitter,
    Duration maxJitter,
    int endpointConcurrency,
    int concurrency,
    int shards,
    int maxEndpoints,
    int maxResponseBytes,
    Duration pollInterval,
    int readBatchSize,
    Duration readInterval,
    Duration settingsCacheTtl,
    Duration resultDelay,
    int resultBatchSize,
    Duration keepAliveTimeout,
    Duration secretOverlap,
    int maxOldSecrets,
    boolean legacyEventFields,
    Duration disableAfter,
    Duration disableMinFailureGap,
    Duration disableMaxFailureGap,
    BreakerConfig breaker,
    WebhookLimits limits) {
  public WebhookConfig {
    retrySchedule = List.copyOf(retrySchedule);
    ConfigValidator.of("webhook")
        .atLeast("timeout", timeout, Duration.ofMillis(10))
        .atLeast("poll_interval", pollInterval, Duration.ofMillis(5))
        .atLeast("read_interval", readInterval, Duration.ofMillis(1))
        .atLeast("result_delay", resultDelay, Duration.ofMillis(1))
        .between(
            "settings_cache_ttl", settingsCacheTtl, Duration.ofMillis(50), Duration.ofMillis(1900))
        .range("read_batch_size", readBatchSize, 1, 10_000)
        .range("result_batch_size", resultBatchSize, 1, 10_000)
        .range("max_response_bytes", maxResponseBytes, 0, 1 << 20)
        .range("max_endpoints", maxEndpoints, 1, 100_000)
        .range("endpoint_concurrency", endpointConcurrency, 1, 1000)
        .range("concurrency", concurrency, 1, 100_000)
        .range("shards", shards, 1, 1024)
        .between("secret_overlap", secretOverlap, Duration.ZERO, Duration.ofDays(7))
        .throwIfInvalid();
  }

  /** Returns the maximum number of concurrent attempts of a node, including slow ones. */
  public int maxInFlight() {
    return concurrency + limits.maxSlowAttempts();
  }
}
