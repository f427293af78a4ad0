package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of webhook delivery.
 *
 * @param waits pauses before attempt 2, 3, …; the number of attempts is their number plus 1
 * @param timeout timeout of one attempt
 * @param jitter fraction by which a pause may be extended, at most {@code jitterMax}
 * @param perEndpoint concurrent attempts per endpoint
 * @param perNode concurrent attempts per node
 * @param slice deliveries that one read of a shard loads into memory
 * @param readGap pause between two reads of a shard
 * @param settingsLife maximum age of cached endpoint settings when an attempt starts
 * @param resultWait how long a result may wait to be written together with others
 * @param keepAlive how long an unused connection to an endpoint stays open
 * @param disableAfter an endpoint that fails for this long is disabled; the time counts from the
 *     first of two failures that are {@code disablePairMin} to {@code disablePairMax} apart
 */
public record WebhookConfig(
    List<Duration> waits,
    Duration timeout,
    double jitter,
    Duration jitterMax,
    int perEndpoint,
    int perNode,
    int shards,
    int maxEndpoints,
    int maxResponseBytes,
    Duration pollEvery,
    int slice,
    Duration readGap,
    Duration settingsLife,
    Duration resultWait,
    int resultBatch,
    Duration keepAlive,
    Duration oldKeyLife,
    int maxOldKeys,
    boolean legacyEventFields,
    Duration disableAfter,
    Duration disablePairMin,
    Duration disablePairMax,
    BreakerConfig breaker,
    WebhookLimits limits) {
  public WebhookConfig {
    waits = List.copyOf(waits);
    ConfigValidator.of("webhook")
        .atLeast("timeout", timeout, Duration.ofMillis(10))
        .atLeast("poll_every", pollEvery, Duration.ofMillis(5))
        .atLeast("read_gap", readGap, Duration.ofMillis(1))
        .atLeast("result_wait", resultWait, Duration.ofMillis(1))
        .between("settings_life", settingsLife, Duration.ofMillis(50), Duration.ofMillis(1900))
        .range("slice", slice, 1, 10_000)
        .range("result_batch", resultBatch, 1, 10_000)
        .range("max_response_bytes", maxResponseBytes, 0, 1 << 20)
        .range("max_endpoints", maxEndpoints, 1, 100_000)
        .range("per_endpoint", perEndpoint, 1, 1000)
        .range("per_node", perNode, 1, 100_000)
        .range("shards", shards, 1, 1024)
        .between("old_key_life", oldKeyLife, Duration.ZERO, Duration.ofDays(7))
        .throwIfInvalid();
  }

  /** Returns the maximum number of concurrent attempts of a node, including slow ones. */
  public int maxInFlight() {
    return perNode + limits.slowPerNode();
  }
}
