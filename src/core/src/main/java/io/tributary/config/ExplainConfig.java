package io.tributary.config;

import java.time.Duration;

/**
 * @param page days of one page of the ledger, pieces of one page of a merge
 * @param maxDays longest range of the ledger and of mapping again, in days
 * @param documents provider documents that one explanation names
 * @param slots runs of mapping again at once on one node
 * @param lease how long a claimed run is safe from other claimants without a heartbeat
 * @param claimEvery pace of looking for due runs without being told
 * @param tries how often a run may meet a busy database before it fails
 */
public record ExplainConfig(
    int page,
    int maxDays,
    int documents,
    int slots,
    Duration lease,
    Duration claimEvery,
    int tries) {
  public ExplainConfig {
    ConfigValidator.of("explain")
        .range("page", page, 1, 100_000)
        .range("max_days", maxDays, 1, 3660)
        .range("documents", documents, 1, 1000)
        .range("slots", slots, 1, 64)
        .atLeast("lease", lease, Duration.ofMillis(100))
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .range("tries", tries, 1, 20)
        .done();
  }
}
