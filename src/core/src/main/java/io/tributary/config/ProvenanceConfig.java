package io.tributary.config;

import java.time.Duration;

/**
 * Settings of provenance: ledgers, explanations and remapping of stored provider documents.
 *
 * @param pageSize days per page of the ledger, intervals per page of a merge
 * @param maxDays longest range of the ledger and of remapping, in days
 * @param maxDocuments provider documents that one explanation lists
 * @param concurrency concurrent remapping runs per node
 * @param lease lease of a claimed run, extended by heartbeats
 * @param claimInterval poll interval for due runs, besides wake-ups
 * @param maxAttempts attempts of a run that finds the database busy, until it fails
 */
public record ProvenanceConfig(
    int pageSize,
    int maxDays,
    int maxDocuments,
    int concurrency,
    Duration lease,
    Duration claimInterval,
    int maxAttempts) {
  public ProvenanceConfig {
    ConfigValidator.of("provenance")
        .range("page_size", pageSize, 1, 100_000)
        .range("max_days", maxDays, 1, 3660)
        .range("max_documents", maxDocuments, 1, 1000)
        .range("concurrency", concurrency, 1, 64)
        .atLeast("lease", lease, Duration.ofMillis(100))
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .range("max_attempts", maxAttempts, 1, 20)
        .throwIfInvalid();
  }
}
