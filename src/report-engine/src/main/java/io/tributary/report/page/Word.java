package io.tributary.report.page;

/**
 * Signs without a gap between them.
 *
 * @param confidence 0 to 1 that the text is what is printed; 1 in a sound text layer
 * @param bold as far as the source tells
 */
public record Word(String text, BoundingBox box, double confidence, boolean bold) {}
