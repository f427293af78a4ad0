package io.tributary.report.page;

/** Rectangle on a page, in points (1/72 inch) from the upper left corner of the upright page. */
public record BoundingBox(double left, double top, double right, double bottom) {
  public double width() {
    return right - left;
  }

  public double height() {
    return bottom - top;
  }

  /** Returns the smallest box that contains both. */
  public BoundingBox union(BoundingBox other) {
    return new BoundingBox(
        Math.min(left, other.left),
        Math.min(top, other.top),
        Math.max(right, other.right),
        Math.max(bottom, other.bottom));
  }
}
