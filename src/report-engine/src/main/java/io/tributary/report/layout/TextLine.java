package io.tributary.report.layout;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Words of one line of a page, from left to right.
 *
 * @param charWidth usual character width, in points
 */
record TextLine(int page, List<Word> words, BoundingBox box, double charWidth) {
  /** Minimum gap between cells, in character widths. */
  static final double CELL_GAP = 1.5;

  /** Maximum distance of the middles of lines that overlap vertically, in heights. */
  private static final double HALF = 0.9;

  static TextLine of(int page, List<Word> words) {
    BoundingBox box = words.stream().map(Word::box).reduce(BoundingBox::union).orElseThrow();
    double width = 0;
    int signs = 0;
    for (Word word : words) {
      width += word.box().width();
      signs += word.text().length();
    }
    return new TextLine(page, List.copyOf(words), box, Math.max(width / Math.max(signs, 1), 1));
  }

  String text() {
    return TextRun.of(page, words).text();
  }

  double middle() {
    return (box.top() + box.bottom()) / 2;
  }

  /** Returns the usual height of its words. */
  double height() {
    double[] all = words.stream().mapToDouble(w -> w.box().height()).sorted().toArray();
    return all[all.length / 2];
  }

  boolean overlapsPartly(TextLine other) {
    return Math.abs(middle() - other.middle()) <= HALF * Math.max(height(), other.height());
  }

  double gapBefore(int word) {
    return word == 0
        ? Double.MAX_VALUE
        : (words.get(word).box().left() - words.get(word - 1).box().right()) / charWidth;
  }

  TextRun run(int from, int to) {
    return TextRun.of(page, words.subList(from, to));
  }

  TextRun run() {
    return TextRun.of(page, words);
  }

  /** Splits the line into cells at gaps wider than normal word gaps. */
  List<TextRun> cells() {
    List<TextRun> cells = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= words.size(); i++) {
      if (i == words.size() || gapBefore(i) > CELL_GAP) {
        cells.add(run(from, i));
        from = i;
      }
    }
    return cells;
  }
}
