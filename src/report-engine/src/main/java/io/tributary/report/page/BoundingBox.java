package io.tributary.report.page;

/**
 * A place on a page, in points (1/72 inch) from the upper left corner of the page as it is read,
 * upright.
 */
public record BoundingBox(double left, double top, double right, double bottom) {
  public double width() {
    return right - left;
  }

  public double height() {
    return bottom - top;
  }

  /** The smallest box around both. */
  public BoundingBox with(BoundingBox other) {
    return new BoundingBox(
        Math.min(left, other.left),
        Math.min(top, other.top),
        Math.max(right, other.right),
        Math.max(bottom, other.bottom));
  }
}
