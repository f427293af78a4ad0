package io.tributary.config;

import java.time.Duration;

/**
 * Settings of file imports, which run in the background.
 *
 * @param maxBytes size limit of an uploaded file
 * @param maxUnpackedBytes size limit of the XML in a zip
 * @param maxRatio maximum compression ratio of the XML
 * @param keepFree disk space in bytes that uploads leave free
 * @param uploads concurrent uploads per node; more get 503
 * @param slots files that a node processes concurrently
 * @param batch records of a file per transaction
 * @param lease lease of a claimed import, extended by heartbeats
 * @param claimEvery poll interval for waiting imports, besides wake-ups
 * @param retryAfter pause after an interrupted run
 * @param tries runs without progress after which an import fails
 * @param sweepEvery interval at which files without an import are deleted
 */
public record ImportConfig(
    long maxBytes,
    long maxUnpackedBytes,
    int maxRatio,
    long keepFree,
    int uploads,
    int slots,
    int batch,
    Duration lease,
    Duration claimEvery,
    Duration retryAfter,
    int tries,
    Duration sweepEvery) {
  public ImportConfig {
    ConfigValidator.of("imports")
        .range("max_bytes", maxBytes, 1024, Long.MAX_VALUE)
        .range("max_unpacked_bytes", maxUnpackedBytes, 1024, Long.MAX_VALUE)
        .range("max_ratio", maxRatio, 2, 1_000_000)
        .range("keep_free", keepFree, 0, Long.MAX_VALUE)
        .range("uploads", uploads, 1, 1000)
        .range("slots", slots, 1, 64)
        .range("batch", batch, 1, 100_000)
        .atLeast("lease", lease, Duration.ofMillis(200))
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .atLeast("retry_after", retryAfter, Duration.ZERO)
        .range("tries", tries, 1, 1000)
        .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
