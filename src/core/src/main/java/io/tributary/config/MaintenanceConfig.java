package io.tributary.config;

import java.time.Duration;

/**
 * Intervals and retention periods of background maintenance.
 *
 * @param interval interval of frequent tasks: erasure, expiry of demo users and of ingestion,
 *     expired tokens
 * @param retentionInterval interval of retention tasks
 * @param batchSize rows per step and transaction
 * @param erasureBatchRows data rows of a deleted user per transaction
 * @param payloadRetention retention of message bodies
 * @param attemptRetention retention of messages and their delivery attempts
 * @param jobRetention retention of finished pulls and triggers
 * @param sessionRetention retention of a link session after its end
 * @param labMessageRetention retention of the bodies of laboratory messages that belong to no order
 * @param vacuumInterval minimum interval between vacuums of the tables that users were erased from
 */
public record MaintenanceConfig(
    Duration interval,
    Duration retentionInterval,
    int batchSize,
    int erasureBatchRows,
    Duration payloadRetention,
    Duration attemptRetention,
    Duration jobRetention,
    Duration sessionRetention,
    Duration labMessageRetention,
    Duration vacuumInterval) {
  public MaintenanceConfig {
    ConfigValidator.of("maintenance")
        .atLeast("interval", interval, Duration.ofMillis(10))
        .atLeast("retention_interval", retentionInterval, Duration.ofMillis(10))
        .range("batch_size", batchSize, 1, 100_000)
        .range("erasure_batch_rows", erasureBatchRows, 1, 1_000_000)
        .atLeast("payload_retention", payloadRetention, Duration.ofDays(2))
        .atLeast("attempt_retention", attemptRetention, payloadRetention)
        .atLeast("job_retention", jobRetention, Duration.ofDays(1))
        .atLeast("session_retention", sessionRetention, Duration.ZERO)
        .atLeast("lab_message_retention", labMessageRetention, Duration.ofDays(1))
        .atLeast("vacuum_interval", vacuumInterval, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
