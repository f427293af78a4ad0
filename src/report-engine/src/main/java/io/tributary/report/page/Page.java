package io.tributary.report.page;

import java.util.List;

/**
 * One page as it is read: upright, deskewed.
 *
 * @param number from 1
 * @param width in points
 * @param height in points
 * @param words in the order of the source, which need not be that of reading
 */
public record Page(int number, double width, double height, Source source, List<Word> words) {
  /** Where the words come from. */
  public enum Source {
    TEXT_LAYER,
    OCR
  }

  public Page {
    words = List.copyOf(words);
  }
}
