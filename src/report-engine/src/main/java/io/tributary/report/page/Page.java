package io.tributary.report.page;

import java.util.List;

/**
 * Page of a report as read: upright and deskewed.
 *
 * @param number from 1
 * @param width in points
 * @param height in points
 * @param words in source order, which may differ from reading order
 */
public record Page(int number, double width, double height, Source source, List<Word> words) {
  /** Origin of a page's words. */
  public enum Source {
    TEXT_LAYER,
    OCR
  }

  public Page {
    words = List.copyOf(words);
  }
}
