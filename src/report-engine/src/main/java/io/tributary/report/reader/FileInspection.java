package io.tributary.report.reader;

/** What is known of a file before it is read. */
public record FileInspection(int pages) {}
