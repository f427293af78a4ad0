/**
 * Laboratory results: matching of reports to orders, merging of messages, missing and critical
 * results, and review of unmatched results.
 *
 * <p>Owns the tables {@code lab_result*} and {@code lab_unmatched_result*}, the bus address {@code
 * lab_result.command} and the events {@code labtest.result.critical} and {@code
 * labtest.match_review.*}. A report is split by {@link io.tributary.lab.result.MessageParts},
 * assigned by {@link io.tributary.lab.result.ResultMatcher}, and then attached by {@link
 * io.tributary.lab.result.ResultAttacher} or kept by {@link
 * io.tributary.lab.result.UnmatchedResultStore}.
 *
 * <p>Start with {@link io.tributary.lab.result.ResultIntake}.
 */
package io.tributary.lab.result;
