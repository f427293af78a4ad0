package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a vertical stroke as high as the capitals beside it as a letter, as in {@code Troponin I}.
 */
final class IsolatedStrokes {
  private static final double SURE = 0.75;
  private static final double LEVEL = 0.13;

  /** Fraction of a word's height below the baseline. */
  private static final double DESCENDER_SHARE = 0.22;

  private static final double NEAR = 0.8;

  private IsolatedStrokes() {}

  static List<OcrWord> recognize(List<OcrWord> words) {
    List<OcrWord> out = new ArrayList<>(words.size());
    for (int i = 0; i < words.size(); i++) {
      OcrWord word = words.get(i);
      boolean letter = i > 0 && word.text().equals("|") && endsLevel(words.get(i - 1), word);
      out.add(letter ? new OcrWord("I", word.box(), Math.min(SURE, word.confidence())) : word);
    }
    return out;
  }

  private static boolean endsLevel(OcrWord before, OcrWord stroke) {
    BoundingBox a = before.box();
    BoundingBox b = stroke.box();
    double gap = b.left() - a.right();
    return stroke.confidence() >= SURE
        && before.text().matches("\\p{Lu}.*\\p{L}{3}")
        && gap > 0
        && gap < NEAR * b.height()
        && Math.abs(a.top() - b.top()) <= LEVEL * b.height()
        && Math.abs(b.bottom() - baseline(before)) <= LEVEL * b.height();
  }

  /** Descenders and column separators reach below the baseline, capitals do not. */
  private static double baseline(OcrWord word) {
    boolean hangs = word.text().matches(".*[gjpqyQ,;()].*");
    return word.box().bottom() - (hangs ? DESCENDER_SHARE * word.box().height() : 0);
  }
}
