package io.tributary.config;

import java.time.Duration;

/**
 * @param every pace of what is due soon: erasure, ended demo users and ingestion, expired tokens
 * @param retentionEvery pace of looking for old rows
 * @param batch rows of one step in one transaction
 * @param eraseRows data rows of a deleted user that go in one transaction
 * @param payloads how long the bodies of messages are kept
 * @param attempts how long messages and their delivery attempts are kept
 * @param jobs how long finished pulls and triggers are kept
 * @param sessions how long a link session is known after its end
 * @param labMessages how long messages of laboratories that no order takes along are kept
 * @param sweepEvery tables that users were erased from are cleaned at most once in so long
 */
public record HousekeepingConfig(
    Duration every,
    Duration retentionEvery,
    int batch,
    int eraseRows,
    Duration payloads,
    Duration attempts,
    Duration jobs,
    Duration sessions,
    Duration labMessages,
    Duration sweepEvery) {
  public HousekeepingConfig {
    ConfigValidator.of("housekeeping")
        .atLeast("every", every, Duration.ofMillis(10))
        .atLeast("retention_every", retentionEvery, Duration.ofMillis(10))
        .range("batch", batch, 1, 100_000)
        .range("erase_rows", eraseRows, 1, 1_000_000)
        .atLeast("payloads", payloads, Duration.ofDays(2))
        .atLeast("attempts", attempts, payloads)
        .atLeast("jobs", jobs, Duration.ofDays(1))
        .atLeast("sessions", sessions, Duration.ZERO)
        .atLeast("lab_messages", labMessages, Duration.ofDays(1))
        .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
        .done();
  }
}
