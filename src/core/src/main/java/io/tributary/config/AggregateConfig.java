package io.tributary.config;

import java.time.Duration;

/**
 * Limits of aggregation queries over a user's data.
 *
 * @param maxQueries queries per request
 * @param maxColumns elements of a select or group_by
 * @param maxWhere characters of a condition
 * @param maxPast longest time range of a query
 * @param maxRows rows per response
 * @param maxMemory estimated bytes that one request may hold
 * @param timeLimit time limit per request
 * @param atOnce requests that a node computes concurrently
 * @param maxBodyBytes size limit of a request body
 */
public record AggregateConfig(
    int maxQueries,
    int maxColumns,
    int maxWhere,
    Duration maxPast,
    int maxRows,
    long maxMemory,
    Duration timeLimit,
    int atOnce,
    int maxBodyBytes) {
  public AggregateConfig {
    ConfigValidator.of("aggregate")
        .range("max_queries", maxQueries, 1, 1000)
        .range("max_columns", maxColumns, 1, 1000)
        .range("max_where", maxWhere, 1, 100_000)
        .atLeast("max_past", maxPast, Duration.ofDays(1))
        .range("max_rows", maxRows, 1, 10_000_000)
        .range("max_memory", maxMemory, 1 << 20, 1L << 40)
        .atLeast("time_limit", timeLimit, Duration.ofMillis(1))
        .range("at_once", atOnce, 1, 100)
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 24)
        .throwIfInvalid();
  }
}
