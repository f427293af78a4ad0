package io.tributary.config;

import java.time.Duration;

/**
 * Continuous queries.
 *
 * @param maxQueries active ones of a team and environment
 * @param minimumGap least that may be asked for between two runs for one user
 * @param defaultGap between two runs when none is asked for
 * @param knownFor how long it may be remembered that a team has none
 * @param slots runs at once on a node
 * @param claimEvery pace of looking for due runs
 * @param lease of a run
 * @param tries of a run that ends in a fault
 * @param timeLimit of one run
 * @param history how long ended tasks are listed
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
        .done();
  }
}
