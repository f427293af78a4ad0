package io.tributary.report.page;

/**
 * A piece of text as printed, and where.
 *
 * @param page from 1
 * @param confidence 0 to 1, the least of its words
 */
public record Printed(String text, int page, Box box, double confidence) {}
