package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * @param waits pause before attempt 2, 3, …; their number and 1 make the attempts
 * @param timeout of one attempt
 * @param jitter upward share of a pause, at most jitterMax
 * @param perEndpoint attempts in flight at one endpoint
 * @param perNode attempts in flight on this node
 * @param slice deliveries that one read takes into memory for a shard
 * @param readGap pause between two reads of a shard
 * @param settingsLife how old the settings of an endpoint may be when an attempt starts
 * @param resultWait how long a result may wait to be written together with others
 * @param keepAlive how long an unused connection to a receiver stays open
 * @param disableAfter an endpoint that fails for so long is disabled; the clock starts at the first
 *     of two failures that are disablePairMin to disablePairMax apart
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
        .done();
  }

  /** Most attempts that a node has in flight, slow ones included. */
  public int inFlight() {
    return perNode + limits.slowPerNode();
  }
}
