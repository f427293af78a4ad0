package io.tributary.report.extract;

/**
 * A drawn sign, in points of the page turned so that it stands upright.
 *
 * @param baseline from the upper edge
 * @param size of the font as drawn
 * @param shade how it is seen
 */
record Glyph(
    String text,
    double left,
    double right,
    double baseline,
    double size,
    boolean bold,
    Shade shade) {
  /** Whether a reader of the paper sees it. */
  enum Shade {
    DARK,
    /** Nearly white: seen on a dark ground only. */
    PALE,
    /** Not drawn. */
    NONE
  }

  boolean isSpace() {
    return text.isBlank();
  }
}
