package io.tributary.config;

import java.time.Duration;

/**
 * Settings of provenance: ledgers, explanations and remapping of stored provider documents.
 *
 * @param page days per page of the ledger, intervals per page of a merge
 * @param maxDays longest range of the ledger and of remapping, in days
 * @param documents provider documents that one explanation lists
 * @param slots concurrent remapping runs per node
 * @param lease lease of a claimed run, extended by heartbeats
 * @param claimEvery poll interval for due runs, besides wake-ups
 * @param tries attempts of a run that finds the database busy, until it fails
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
        .throwIfInvalid();
  }
}
