package io.tributary.config;

import java.time.Duration;

/**
 * Settings of continuous queries.
 *
 * @param maxQueries active queries per team and environment
 * @param minimumGap smallest interval that a query may request between two runs for one user
 * @param defaultGap interval between two runs if the query requests none
 * @param knownFor how long a node may cache that a team has no queries
 * @param slots concurrent runs per node
 * @param claimEvery interval at which due runs are claimed
 * @param lease lease of a run
 * @param tries attempts of a run that fails
 * @param timeLimit time limit of a run
 * @param history how long finished tasks are listed
 */
public record ContinuousQueryConfig(
    int maxQueries,
    Duration minimumGap,
    Duration defaultGap,
    Duration knownFor,
    int slots,
    Duration claimEvery,
    Duration lease,
    int tries,
    Duration timeLimit,
    Duration history) {
  public ContinuousQueryConfig {
    ConfigValidator.of("continuous")
        .range("max_queries", maxQueries, 1, 10_000)
        .atLeast("minimum_gap", minimumGap, Duration.ofMillis(1))
        .atLeast("default_gap", defaultGap, Duration.ZERO)
        .atLeast("known_for", knownFor, Duration.ZERO)
        .range("slots", slots, 1, 100)
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(100))
        .range("tries", tries, 1, 100)
        .atLeast("time_limit", timeLimit, Duration.ofMillis(1))
        .atLeast("history", history, Duration.ofHours(1))
        .throwIfInvalid();
  }
}
