package io.tributary.report.page;

/**
 * Printed text with its position.
 *
 * @param page from 1
 * @param confidence lowest confidence of its words, 0 to 1
 */
public record TextSpan(String text, int page, BoundingBox box, double confidence) {
  /**
   * Truncates the text to the given length. A truncated text ends with an ellipsis and has
   * confidence 0.
   */
  public TextSpan truncate(int most) {
    if (text.length() <= most) {
      return this;
    }
    int end = most - 1;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return new TextSpan(text.substring(0, end) + "…", page, box, 0);
  }
}
