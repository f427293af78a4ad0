package io.tributary.config;

import java.time.Duration;

/**
 * The audit trail (ADR 0121).
 *
 * @param reads when the row of a read must be stored: {@code before_answer}, {@code batched} (soon
 *     after it), or {@code off} (there is none)
 * @param changes when that of a change must: {@code write_ahead} (before anything is done; a second
 *     row tells the outcome) or {@code before_answer}
 * @param source what is kept of where requests come from: {@code off}, {@code peer} or {@code
 *     forwarded}
 * @param queue rows that may wait to be stored on a node; requests beyond get 503
 * @param batch rows stored in one statement
 * @param poll pace of looking for notes of transactions
 * @param anchorEvery pace of writing the heads of chains into the log
 * @param keep how long rows are kept
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
        .done();
  }
}
