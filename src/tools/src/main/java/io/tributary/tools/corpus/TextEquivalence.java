package io.tributary.tools.corpus;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;

/** Compares texts regardless of spacing and of equivalent dashes and symbols. */
final class TextEquivalence {
  private TextEquivalence() {}

  /** Normalizes similar characters and removes insignificant spaces. */
  static String normalize(String text) {
    String t = Normalizer.normalize(text.replace("₂", "2"), Normalizer.Form.NFKC);
    t = t.replaceAll("[‐‑‒–—−]", "-").replace('≥', '\u2265').replace("“", "\"").replace("’", "'");
    t = t.replaceAll("\\s+", " ").strip();
    return t.replaceAll(" ?([-/:,;()\\[\\]<>=]) ?", "$1");
  }

  /** Compares names without leader dots and footnote marks. */
  static boolean names(String a, String b) {
    return name(a).equals(name(b));
  }

  static String name(String text) {
    return normalize(text).replaceAll("[ .:*]+$", "").replaceAll("^[*]+ ?", "");
  }

  static boolean values(String a, String b) {
    return value(a).equals(value(b));
  }

  static String value(String text) {
    return normalize(text).replace(" ", "").replace("≤", "<=").replace("≥", ">=");
  }

  /**
   * Compares units regardless of the letter for micro, superscripts, and the multiplication sign.
   */
  static boolean units(String a, String b) {
    return unit(a).equals(unit(b));
  }

  private static String unit(String text) {
    return normalize(text)
        .replace(" ", "")
        .replace('μ', 'u')
        .replace('µ', 'u')
        .replace("×", "x")
        .replaceAll("[*^°]", "")
        .toLowerCase(Locale.ROOT);
  }

  static boolean ranges(String a, String b) {
    return range(a).equals(range(b));
  }

  private static String range(String text) {
    return value(text).replaceAll("^[(\\[]|[)\\]]$", "").toLowerCase(Locale.ROOT);
  }

  static boolean headings(String a, String b) {
    return normalize(a)
        .replaceAll("[ .:]+$", "")
        .equalsIgnoreCase(normalize(b).replaceAll("[ .:]+$", ""));
  }

  static boolean bounds(GroundTruth.Bounds a, GroundTruth.Bounds b) {
    return same(a.low(), b.low()) && same(a.high(), b.high());
  }

  private static boolean same(Double a, Double b) {
    return a == null || b == null ? Objects.equals(a, b) : Math.abs(a - b) < 1e-9;
  }

  /**
   * Returns the similarity from 0 to 1: 1 minus the edit distance divided by the length of the
   * longer text.
   */
  static double similarity(String a, String b) {
    String x = name(a).toLowerCase(Locale.ROOT);
    String y = name(b).toLowerCase(Locale.ROOT);
    int longer = Math.max(x.length(), y.length());
    return longer == 0 ? 1 : 1 - (double) editDistance(x, y) / longer;
  }

  private static int editDistance(String x, String y) {
    int[] row = new int[y.length() + 1];
    for (int j = 0; j <= y.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= x.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= y.length(); j++) {
        int change = corner + (x.charAt(i - 1) == y.charAt(j - 1) ? 0 : 1);
        corner = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[y.length()];
  }
}
