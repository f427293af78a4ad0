package io.tributary.config;

import java.time.Duration;

/**
 * Intervals and retention periods of background maintenance.
 *
 * @param every interval of frequent tasks: erasure, expiry of demo users and of ingestion, expired
 *     tokens
 * @param retentionEvery interval of retention tasks
 * @param batch rows per step and transaction
 * @param eraseRows data rows of a deleted user per transaction
 * @param payloads retention of message bodies
 * @param attempts retention of messages and their delivery attempts
 * @param jobs retention of finished pulls and triggers
 * @param sessions retention of a link session after its end
 * @param labMessages retention of the bodies of laboratory messages that belong to no order
 * @param sweepEvery minimum interval between vacuums of the tables that users were erased from
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
        .throwIfInvalid();
  }
}
