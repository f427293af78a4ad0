package io.tributary.report.extract;

/**
 * Drawn glyph, in points of the page after rotation to upright text.
 *
 * @param baseline from the upper edge
 * @param size drawn font size
 * @param shade visibility
 */
record Glyph(
    String text,
    double left,
    double right,
    double baseline,
    double size,
    boolean bold,
    Shade shade) {
  /** Visibility of a glyph on paper. */
  enum Shade {
    DARK,
    /** Nearly white: visible on a dark background only. */
    PALE,
    /** Invisible: not drawn. */
    INVISIBLE
  }

  boolean isSpace() {
    return text.isBlank();
  }
}
