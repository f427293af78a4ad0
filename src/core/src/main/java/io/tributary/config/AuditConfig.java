package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the audit trail (ADR 0121).
 *
 * @param readMode when the row of a read must be stored: {@code before_answer}, {@code batched}
 *     (soon after the response), or {@code off} (reads are not recorded)
 * @param writeMode when the row of a change must be stored: {@code write_ahead} (before the change
 *     begins; a second row records the outcome) or {@code before_answer}
 * @param source client address to record: {@code off}, {@code peer} or {@code forwarded}
 * @param queueSize rows that may wait to be stored on a node; further requests get 503
 * @param batchSize rows per statement
 * @param pollInterval interval at which notes of transactions are moved into the chain
 * @param checkpointInterval interval at which the heads of chains are anchored and logged
 * @param retention retention of rows
 */
public record AuditConfig(
    String readMode,
    String writeMode,
    String source,
    int queueSize,
    int batchSize,
    Duration pollInterval,
    Duration checkpointInterval,
    Duration retention) {
  public AuditConfig {
    ConfigValidator.of("audit")
        .matches("read_mode", readMode, "before_answer|batched|off")
        .matches("write_mode", writeMode, "write_ahead|before_answer")
        .matches("source", source, "off|peer|forwarded")
        .range("queue_size", queueSize, 100, 1_000_000)
        .range("batch_size", batchSize, 1, 10_000)
        .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
        .atLeast("checkpoint_interval", checkpointInterval, Duration.ofMillis(10))
        .atLeast("retention", retention, Duration.ofDays(1))
        .throwIfInvalid();
  }
}
