package io.tributary.config;

import java.time.Duration;

/**
 * Limits of aggregation queries over a user's data.
 *
 * @param maxQueries queries per request
 * @param maxColumns elements of a select or group_by
 * @param maxWhereLength characters of a condition
 * @param maxRange longest time range of a query
 * @param maxRows rows per response
 * @param maxMemoryBytes estimated bytes that one request may hold
 * @param queryTimeout time limit per request
 * @param concurrency requests that a node computes concurrently
 * @param maxBodyBytes size limit of a request body
 */
public record AggregateConfig(
    int maxQueries,
    int maxColumns,
    int maxWhereLength,
    Duration maxRange,
    int maxRows,
    long maxMemoryBytes,
    Duration queryTimeout,
    int concurrency,
    int maxBodyBytes) {
  public AggregateConfig {
    ConfigValidator.of("aggregate")
        .range("max_queries", maxQueries, 1, 1000)
        .range("max_columns", maxColumns, 1, 1000)
        .range("max_where_length", maxWhereLength, 1, 100_000)
        .atLeast("max_range", maxRange, Duration.ofDays(1))
        .range("max_rows", maxRows, 1, 10_000_000)
        .range("max_memory_bytes", maxMemoryBytes, 1 << 20, 1L << 40)
        .atLeast("query_timeout", queryTimeout, Duration.ofMillis(1))
        .range("concurrency", concurrency, 1, 100)
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 24)
        .throwIfInvalid();
  }
}
