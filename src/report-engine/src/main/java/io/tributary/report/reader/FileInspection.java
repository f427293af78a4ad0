package io.tributary.report.reader;

/** Properties of a file that are known before it is read. */
public record FileInspection(int pages) {}
