package io.tributary.config;

import java.time.Duration;

/**
 * Settings of continuous queries.
 *
 * @param maxQueries active queries per team and environment
 * @param minInterval smallest interval that a query may request between two runs for one user
 * @param defaultInterval interval between two runs if the query requests none
 * @param cacheTtl how long a node may cache that a team has no queries
 * @param concurrency concurrent runs per node
 * @param claimInterval interval at which due runs are claimed
 * @param lease lease of a run
 * @param maxAttempts attempts of a run that fails
 * @param queryTimeout time limit of a run
 * @param taskRetention how long finished tasks are listed
 */
public record ContinuousQueryConfig(
    int maxQueries,
    Duration minInterval,
    Duration defaultInterval,
    Duration cacheTtl,
    int concurrency,
    Duration claimInterval,
    Duration lease,
    int maxAttempts,
    Duration queryTimeout,
    Duration taskRetention) {
  public ContinuousQueryConfig {
    ConfigValidator.of("continuous_query")
        .range("max_queries", maxQueries, 1, 10_000)
        .atLeast("min_interval", minInterval, Duration.ofMillis(1))
        .atLeast("default_interval", defaultInterval, Duration.ZERO)
        .atLeast("cache_ttl", cacheTtl, Duration.ZERO)
        .range("concurrency", concurrency, 1, 100)
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(100))
        .range("max_attempts", maxAttempts, 1, 100)
        .atLeast("query_timeout", queryTimeout, Duration.ofMillis(1))
        .atLeast("task_retention", taskRetention, Duration.ofHours(1))
        .throwIfInvalid();
  }
}
