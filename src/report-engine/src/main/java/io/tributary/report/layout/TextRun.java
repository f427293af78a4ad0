package io.tributary.report.layout;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.TextSpan;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sequence of words with its text and the position of each character.
 *
 * @param words in reading order, never empty
 */
record TextRun(int page, List<Word> words, String text) {
  static TextRun of(int page, List<Word> words) {
    StringBuilder text = new StringBuilder();
    Word last = null;
    for (Word word : words) {
      if (last != null && !touching(last, word)) {
        text.append(' ');
      }
      text.append(word.text());
      last = word;
    }
    return new TextRun(page, List.copyOf(words), text.toString());
  }

  private static boolean touching(Word left, Word right) {
    double gap = right.box().left() - left.box().right();
    boolean sameLine = right.box().top() < left.box().bottom();
    return sameLine && Math.abs(gap) < 0.06 * left.box().height();
  }

  BoundingBox box() {
    return words.stream().map(Word::box).reduce(BoundingBox::union).orElseThrow();
  }

  double left() {
    return words.getFirst().box().left();
  }

  double right() {
    return words.getLast().box().right();
  }

  double confidence() {
    return words.stream().mapToDouble(Word::confidence).min().orElse(1);
  }

  boolean bold() {
    return words.stream().allMatch(Word::bold);
  }

  TextSpan printed() {
    return new TextSpan(text, page, box(), confidence());
  }

  TextRun with(TextRun next) {
    List<Word> both = new ArrayList<>(words);
    both.addAll(next.words);
    TextRun whole = TextRun.of(page, both);
    return page == next.page ? whole : new TextRun(page, words, text + " " + next.text);
  }

  /** Returns a part of the text without surrounding spaces, or empty if nothing is left. */
  Optional<TextRun> substring(int from, int to) {
    List<Word> kept = new ArrayList<>();
    int at = 0;
    for (Word word : words) {
      int start = text.indexOf(word.text(), at);
      int end = start + word.text().length();
      at = end;
      int first = Math.max(from, start);
      int last = Math.min(to, end);
      if (first < last) {
        kept.add(cut(word, first - start, last - start));
      }
    }
    kept.removeIf(w -> w.text().isBlank());
    return kept.isEmpty() ? Optional.empty() : Optional.of(TextRun.of(page, kept));
  }

  /** Cuts a word; its box is computed as if all characters had the same width. */
  static Word cut(Word word, int from, int to) {
    int length = word.text().length();
    if (from == 0 && to == length) {
      return word;
    }
    BoundingBox b = word.box();
    double sign = b.width() / length;
    BoundingBox box =
        new BoundingBox(b.left() + from * sign, b.top(), b.left() + to * sign, b.bottom());
    return new Word(word.text().substring(from, to), box, word.confidence(), word.bold());
  }
}
