package io.tributary.report.page;

/**
 * Characters without a gap between them.
 *
 * @param confidence from 0 to 1 that the text is what is printed; 1 in a reliable text layer
 * @param bold as far as the source provides it
 */
public record Word(String text, BoundingBox box, double confidence, boolean bold) {}
