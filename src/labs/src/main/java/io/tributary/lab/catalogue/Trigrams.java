package io.tributary.lab.catalogue;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Trigrams of a text: a text that contains another contains all of its trigrams. They allow
 * substring search with an ordinary GIN index, in every PostgreSQL and without extensions.
 */
public final class Trigrams {
  /** Length of a trigram. Shorter texts have none and are searched by scanning. */
  static final int LENGTH = 3;

  private Trigrams() {}

  static String fold(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Search text of several strings: folded, one per line, so that no match spans two of them. */
  static String searchText(Collection<String> texts) {
    return fold(String.join("\n", texts));
  }

  /**
   * Trigrams of a folded text, as the SQL function {@code trigrams} computes them. Trigrams that
   * span lines never occur in a query.
   */
  public static String[] of(String folded) {
    int[] signs = folded.codePoints().toArray();
    Set<String> out = new TreeSet<>();
    for (int i = 0; i + LENGTH <= signs.length; i++) {
      out.add(new String(signs, i, LENGTH));
    }
    return out.toArray(String[]::new);
  }

  /** Returns a LIKE pattern for texts that contain this one. */
  static String likePattern(String folded) {
    return "%" + folded.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }
}
