package io.tributary.report.page;

/**
 * A piece of text as printed, and where.
 *
 * @param page from 1
 * @param confidence 0 to 1, the least of its words
 */
public record TextSpan(String text, int page, BoundingBox box, double confidence) {
  /**
   * The same where it is no longer than this; else its beginning, which nobody is to trust, with a
   * mark that there was more.
   */
  public TextSpan upTo(int most) {
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
