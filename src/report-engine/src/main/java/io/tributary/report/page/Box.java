package io.tributary.report.page;

/**
 * A place on a page, in points (1/72 inch) from the upper left corner of the page as it is read,
 * upright.
 */
public record Box(double left, double top, double right, double bottom) {
  public double width() {
    return right - left;
  }

  public double height() {
    return bottom - top;
  }

  /** The smallest box around both. */
  public Box with(Box other) {
    return new Box(
        Math.min(left, other.left),
        Math.min(top, other.top),
        Math.max(right, other.right),
        Math.max(bottom, other.bottom));
  }
}
