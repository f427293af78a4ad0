/**
 * What laboratories found: matching of reports to orders, merging of messages, what is missing,
 * what is critical, results that fit no order. Owns the tables lab_result* and
 * lab_unmatched_result*; emits labtest.result.critical and labtest.match_review.*.
 */
package io.tributary.lab.result;
