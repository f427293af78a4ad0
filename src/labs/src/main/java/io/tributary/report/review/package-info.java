/**
 * People look at reports before their results go out: the calls of the management API, the page
 * {@code /review/{job}} and its links. Owns table parsing_job_link and the rows that reviews write
 * in parsing_job_image, parsing_job_audit and report_synonym; what a job becomes is decided in
 * report.job.
 */
package io.tributary.report.review;
