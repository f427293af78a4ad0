/**
 * Human review of parsed reports: the management API, the review page {@code /review/{job}} and its
 * links. Owns the table parsing_job_link and the rows that reviews write to parsing_job_image,
 * parsing_job_audit and report_synonym. The status of a job changes only in {@code report.parsing}.
 * A reviewer claims a report, saves corrections and approves or rejects it; approved corrections
 * become synonyms of the team.
 *
 * <p>Start with {@link ReviewService}.
 */
package io.tributary.report.review;
