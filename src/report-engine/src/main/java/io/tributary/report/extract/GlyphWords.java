package io.tributary.report.extract;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups glyphs into words by the gaps between them. */
final class GlyphWords {
  /**
   * Minimum gap between words, in font sizes: narrower than any space, wider than kerning and
   * rounding.
   */
  private static final double MIN_WORD_GAP = 0.17;

  private static final double OVERLAP = 0.3;
  private static final double SAME_LINE = 0.1;
  private static final double SMALL = 0.85;
  private static final double DUPLICATE_DISTANCE = 0.13;
  private static final double ASCENT = 0.75;
  private static final double DESCENT = 0.22;
  private static final double BUCKET = 16;

  private GlyphWords() {}

  static List<Word> group(List<Glyph> glyphs) {
    List<WordFragment> runs = runs(mergeDuplicates(glyphs));
    runs.sort(Comparator.comparingDouble(p -> p.left));
    List<WordFragment> words = join(runs);
    words.sort(Comparator.comparingInt(p -> p.order));
    return words.stream()
        .flatMap(p -> DotLeaders.split(p.glyphs).stream())
        .map(GlyphWords::word)
        .toList();
  }

  private static List<Glyph> mergeDuplicates(List<Glyph> glyphs) {
    List<Glyph> out = new ArrayList<>();
    Map<String, List<Integer>> places = new HashMap<>();
    for (Glyph g : glyphs) {
      List<Integer> same =
          places.computeIfAbsent(
              g.text() + '@' + Math.round(g.baseline() / 4), k -> new ArrayList<>());
      int twin = g.isSpace() ? -1 : findDuplicate(g, same, out);
      if (twin < 0 && !g.isSpace()) {
        // At the border of two buckets, the neighboring bucket is checked too.
        long other =
            Math.round(
                g.baseline() / 4 + (g.baseline() / 4 > Math.round(g.baseline() / 4) ? 1 : -1));
        twin = findDuplicate(g, places.getOrDefault(g.text() + '@' + other, List.of()), out);
      }
      if (twin >= 0) {
        Glyph t = out.get(twin);
        out.set(
            twin,
            new Glyph(t.text(), t.left(), t.right(), t.baseline(), t.size(), true, t.shade()));
      } else {
        same.add(out.size());
        out.add(g);
      }
    }
    return out;
  }

  private static int findDuplicate(Glyph g, List<Integer> candidates, List<Glyph> all) {
    for (int i : candidates) {
      Glyph o = all.get(i);
      double near = DUPLICATE_DISTANCE * g.size();
      if (Math.abs(o.left() - g.left()) < near
          && Math.abs(o.baseline() - g.baseline()) < near
          && Math.abs(o.size() - g.size()) < near) {
        return i;
      }
    }
    return -1;
  }

  /** Groups glyphs that are drawn next to each other. */
  private static List<WordFragment> runs(List<Glyph> glyphs) {
    List<WordFragment> out = new ArrayList<>();
    WordFragment current = null;
    for (Glyph g : glyphs) {
      if (g.isSpace()) {
        if (current != null && Math.abs(current.baseline - g.baseline()) < SAME_LINE * g.size()) {
          current.closed = true;
        }
        current = null;
        continue;
      }
      if (current == null || !current.continues(g)) {
        current = new WordFragment(out.size(), g);
        out.add(current);
      } else {
        current.add(g);
      }
    }
    return out;
  }

  /**
   * Joins touching runs regardless of drawing order; superscripts and subscripts join their base.
   */
  private static List<WordFragment> join(List<WordFragment> runs) {
    List<WordFragment> words = new ArrayList<>();
    Map<Long, List<WordFragment>> near = new HashMap<>();
    for (WordFragment run : runs) {
      long row = Math.round(run.baseline / BUCKET);
      WordFragment host = null;
      for (long r = row - 1; r <= row + 1 && host == null; r++) {
        host =
            near.getOrDefault(r, List.of()).stream()
                .filter(word -> word.takes(run))
                .findFirst()
                .orElse(null);
      }
      if (host == null) {
        words.add(run);
        near.computeIfAbsent(row, k -> new ArrayList<>()).add(run);
      } else {
        host.take(run);
      }
    }
    return words;
  }

  private static Word word(List<Glyph> glyphs) {
    StringBuilder text = new StringBuilder();
    BoundingBox box = null;
    boolean bold = true;
    for (Glyph g : glyphs) {
      text.append(g.text());
      bold &= g.bold();
      BoundingBox own =
          new BoundingBox(
              g.left(),
              g.baseline() - ASCENT * g.size(),
              g.right(),
              g.baseline() + DESCENT * g.size());
      box = box == null ? own : box.union(own);
    }
    return new Word(text.toString(), box, 1, bold);
  }

  private static final class WordFragment {
    private final int order;
    private final List<Glyph> glyphs = new ArrayList<>();
    private final double left;
    private final double baseline;
    private final double size;
    private double right;
    private boolean closed;

    private WordFragment(int order, Glyph first) {
      this.order = order;
      this.left = first.left();
      this.baseline = first.baseline();
      this.size = first.size();
      add(first);
    }

    private void add(Glyph g) {
      glyphs.add(g);
      right = Math.max(right, g.right());
    }

    private boolean continues(Glyph g) {
      double gap = g.left() - right;
      return Math.abs(g.baseline() - baseline) < SAME_LINE * size
          && g.size() > SMALL * size
          && g.size() < size / SMALL
          && gap < MIN_WORD_GAP * size
          && gap > -OVERLAP * size;
    }

    private boolean takes(WordFragment next) {
      double gap = next.left - right;
      if (closed
          || gap > MIN_WORD_GAP * size
          || gap < -OVERLAP * size
          || next.size > size / SMALL) {
        return false;
      }
      double rise = (baseline - next.baseline) / size;
      if (Math.abs(rise) < SAME_LINE) {
        return next.size > SMALL * size;
      }
      boolean small = next.size <= SMALL * size;
      return small ? rise > -0.45 && rise < 0.8 : rise >= 0.25 && rise < 0.6;
    }

    private void take(WordFragment next) {
      double rise = (baseline - next.baseline) / size;
      boolean small = next.size <= SMALL * size;
      boolean raised = rise > (small ? 0.15 : 0.25);
      for (Glyph g : next.glyphs) {
        add(
            raised
                ? new Glyph(
                    GlyphNormalizer.toSuperscript(g.text()),
                    g.left(),
                    g.right(),
                    g.baseline(),
                    g.size(),
                    g.bold(),
                    g.shade())
                : g);
      }
      closed = next.closed;
    }
  }
}
