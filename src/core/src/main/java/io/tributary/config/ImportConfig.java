package io.tributary.config;

import java.time.Duration;

/**
 * Settings of file imports, which run in the background.
 *
 * @param maxBytes size limit of an uploaded file
 * @param maxUnpackedBytes size limit of the XML in a zip
 * @param maxRatio maximum compression ratio of the XML
 * @param minFreeBytes disk space in bytes that uploads leave free
 * @param maxUploads concurrent uploads per node; more get 503
 * @param concurrency files that a node processes concurrently
 * @param batchSize records of a file per transaction
 * @param lease lease of a claimed import, extended by heartbeats
 * @param claimInterval poll interval for waiting imports, besides wake-ups
 * @param retryDelay pause after an interrupted run
 * @param maxAttempts runs without progress after which an import fails
 * @param sweepInterval interval at which files without an import are deleted
 */
public record ImportConfig(
    long maxBytes,
    long maxUnpackedBytes,
    int maxRatio,
    long minFreeBytes,
    int maxUploads,
    int concurrency,
    int batchSize,
    Duration lease,
    Duration claimInterval,
    Duration retryDelay,
    int maxAttempts,
    Duration sweepInterval) {
  public ImportConfig {
    ConfigValidator.of("health_import")
        .range("max_bytes", maxBytes, 1024, Long.MAX_VALUE)
        .range("max_unpacked_bytes", maxUnpackedBytes, 1024, Long.MAX_VALUE)
        .range("max_ratio", maxRatio, 2, 1_000_000)
        .range("min_free_bytes", minFreeBytes, 0, Long.MAX_VALUE)
        .range("max_uploads", maxUploads, 1, 1000)
        .range("concurrency", concurrency, 1, 64)
        .range("batch_size", batchSize, 1, 100_000)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .atLeast("retry_delay", retryDelay, Duration.ZERO)
        .range("max_attempts", maxAttempts, 1, 1000)
        .atLeast("sweep_interval", sweepInterval, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
