package io.tributary.report.table;

import io.tributary.report.page.Box;
import io.tributary.report.page.Printed;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Words that belong together, with the text they make and where each sign of it stands.
 *
 * @param words in the order of reading, never none
 */
record Run(int page, List<Word> words, String text) {
  static Run of(int page, List<Word> words) {
    StringBuilder text = new StringBuilder();
    Word last = null;
    for (Word word : words) {
      if (last != null && !touching(last, word)) {
        text.append(' ');
      }
      text.append(word.text());
      last = word;
    }
    return new Run(page, List.copyOf(words), text.toString());
  }

  private static boolean touching(Word left, Word right) {
    double gap = right.box().left() - left.box().right();
    boolean sameLine = right.box().top() < left.box().bottom();
    return sameLine && Math.abs(gap) < 0.06 * left.box().height();
  }

  Box box() {
    return words.stream().map(Word::box).reduce(Box::with).orElseThrow();
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

  Printed printed() {
    return new Printed(text, page, box(), confidence());
  }

  Run with(Run next) {
    List<Word> both = new ArrayList<>(words);
    both.addAll(next.words);
    Run whole = Run.of(page, both);
    return page == next.page ? whole : new Run(page, words, text + " " + next.text);
  }

  /** The signs from one place to another, without spaces at the ends; empty if nothing is left. */
  Optional<Run> part(int from, int to) {
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
    return kept.isEmpty() ? Optional.empty() : Optional.of(Run.of(page, kept));
  }

  /** Part of a word; where it stands is reckoned as if all signs were equally wide. */
  static Word cut(Word word, int from, int to) {
    int length = word.text().length();
    if (from == 0 && to == length) {
      return word;
    }
    Box b = word.box();
    double sign = b.width() / length;
    Box box = new Box(b.left() + from * sign, b.top(), b.left() + to * sign, b.bottom());
    return new Word(word.text().substring(from, to), box, word.confidence(), word.bold());
  }
}
