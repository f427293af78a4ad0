/**
 * Parsing jobs of lab reports that clients upload: the upload, the states of a job and its reading
 * in the background. Owns the tables parsing_job and parsing_job_file, the folder {@code reports}
 * of the data directory, the queues report-stage and report-read, and the events
 * lab_report.parsing_job.created and .updated. An upload stores its files encrypted in the
 * database; {@link ParserVerticle} stages new jobs, claims them with leases, and has them read by
 * {@code report.reader} and interpreted by {@code report.interpret}.
 *
 * <p>Start with {@link ParsingJobLifecycle}.
 */
package io.tributary.report.parsing;
