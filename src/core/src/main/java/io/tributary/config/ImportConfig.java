package io.tributary.config;

import java.time.Duration;

/**
 * Files of users that are imported in the background.
 *
 * @param maxBytes of an uploaded file
 * @param maxUnpackedBytes of the XML inside of a zip
 * @param maxRatio of the XML to its packed form
 * @param keepFree bytes of the disk that uploads leave free
 * @param uploads taken in at once on this node; more get 503
 * @param slots files that this node reads at once
 * @param batch records of a file in one transaction
 * @param lease how long a claimed import is safe from another claim without a heartbeat
 * @param claimEvery how often waiting imports are looked for without being told
 * @param retryAfter pause after a run that broke off
 * @param tries runs without progress after which an import fails
 * @param sweepEvery how often files are looked for that belong to no import any more
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
        .done();
  }
}
