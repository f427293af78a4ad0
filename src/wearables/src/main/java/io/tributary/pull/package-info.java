/**
 * Fetching from providers: the historical stage of a connection, polls, refreshes and what is shown
 * of them. Owns tables pull_job, historical_pull, pull_preference, user_refresh; queue "pull";
 * events historical.data.*.
 */
package io.tributary.pull;
