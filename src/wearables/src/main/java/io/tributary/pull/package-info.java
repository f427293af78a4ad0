/**
 * Fetches data from providers: historical pulls, polls, refreshes on request and reads after
 * notifications.
 *
 * <p>Owns the tables pull_job, historical_pull, pull_preference and user_refresh, the queue "pull",
 * and the events historical.data.*.
 *
 * <p>A link or a granted trigger schedules historical pull jobs. Claim loops take due rows fairly
 * across teams, within the slots of each provider. Every provider call needs a permit from the
 * throttle. Failures are mapped to a {@link io.tributary.pull.FailureDecision}.
 *
 * <p>Start with {@link io.tributary.pull.HistoricalPullJob} and {@link io.tributary.pull.PollJob}.
 */
package io.tributary.pull;
