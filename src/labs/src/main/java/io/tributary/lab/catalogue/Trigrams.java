package io.tributary.lab.catalogue;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Texts as their groups of three characters: what holds a text holds all of its groups. With them
 * an ordinary index finds substrings, in every PostgreSQL and without its extensions.
 */
public final class Trigrams {
  /** Shorter texts have no group and are looked for by reading on. */
  static final int SIZE = 3;

  private Trigrams() {}

  static String fold(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** What is searched: folded, in lines, so that no match runs over the end of one. */
  static String lines(Collection<String> texts) {
    return fold(String.join("\n", texts));
  }

  /** As the database's lab_grams makes them; those that reach over lines are in no query. */
  public static String[] of(String folded) {
    int[] signs = folded.codePoints().toArray();
    Set<String> out = new TreeSet<>();
    for (int i = 0; i + SIZE <= signs.length; i++) {
      out.add(new String(signs, i, SIZE));
    }
    return out.toArray(String[]::new);
  }

  /** A pattern of LIKE for every text that holds this one. */
  static String pattern(String folded) {
    return "%" + folded.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }
}
