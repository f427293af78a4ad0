/**
 * Reports that clients send: their upload, the states of a job, its reading in the background. Owns
 * the tables parsing_job and parsing_job_file, the folder reports of the data directory, the queues
 * report-stage and report-read, the events lab_report.parsing_job.created and .updated.
 */
package io.tributary.report.parsing;
