package io.tributary.report.extract;

import java.util.ArrayList;
import java.util.List;

/** Splits dot leaders of a text layer into words of their own. */
final class DotLeaders {
  private static final int MIN_DOTS = 4;

  private DotLeaders() {}

  static List<List<Glyph>> split(List<Glyph> word) {
    List<List<Glyph>> out = new ArrayList<>();
    int from = 0;
    int at = 0;
    while (at < word.size()) {
      int end = at;
      while (end < word.size() && isDot(word.get(end)) && isSameRow(word.get(end), word.get(at))) {
        end++;
      }
      if (end - at < MIN_DOTS) {
        at = Math.max(end, at + 1);
        continue;
      }
      if (at > from) {
        out.add(word.subList(from, at));
      }
      out.add(word.subList(at, end));
      from = end;
      at = end;
    }
    if (from < word.size()) {
      out.add(word.subList(from, word.size()));
    }
    return out;
  }

  private static boolean isDot(Glyph g) {
    return g.text().equals(".")
        || g.text().equals("_")
        || g.text().equals("·")
        || g.text().equals("...");
  }

  private static boolean isSameRow(Glyph a, Glyph b) {
    return a.text().equals(b.text());
  }
}
