package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the audit trail (ADR 0121).
 *
 * @param reads when the row of a read must be stored: {@code before_answer}, {@code batched} (soon
 *     after the response), or {@code off} (reads are not recorded)
 * @param changes when the row of a change must be stored: {@code write_ahead} (before the change
 *     begins; a second row records the outcome) or {@code before_answer}
 * @param source client address to record: {@code off}, {@code peer} or {@code forwarded}
 * @param queue rows that may wait to be stored on a node; further requests get 503
 * @param batch rows per statement
 * @param poll interval at which notes of transactions are moved into the chain
 * @param anchorEvery interval at which the heads of chains are anchored and logged
 * @param keep retention of rows
 */
public record AuditConfig(
    String reads,
    String changes,
    String source,
    int queue,
    int batch,
    Duration poll,
    Duration anchorEvery,
    Duration keep) {
  public AuditConfig {
    ConfigValidator.of("audit")
        .matches("reads", reads, "before_answer|batched|off")
        .matches("changes", changes, "write_ahead|before_answer")
        .matches("source", source, "off|peer|forwarded")
        .range("queue", queue, 100, 1_000_000)
        .range("batch", batch, 1, 10_000)
        .atLeast("poll", poll, Duration.ofMillis(10))
        .atLeast("anchor_every", anchorEvery, Duration.ofMillis(10))
        .atLeast("keep", keep, Duration.ofDays(1))
        .throwIfInvalid();
  }
}
