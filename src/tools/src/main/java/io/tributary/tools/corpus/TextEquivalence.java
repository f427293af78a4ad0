package io.tributary.tools.corpus;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;

/** When two texts say the same, however they are spaced and whatever dash or sign is used. */
final class TextEquivalence {
  private TextEquivalence() {}

  /** Signs that look alike made one; no blanks where they say nothing. */
  static String plain(String text) {
    String t = Normalizer.normalize(text.replace("₂", "2"), Normalizer.Form.NFKC);
    t = t.replaceAll("[‐‑‒–—−]", "-").replace('≥', '\u2265').replace("“", "\"").replace("’", "'");
    t = t.replaceAll("\\s+", " ").strip();
    return t.replaceAll(" ?([-/:,;()\\[\\]<>=]) ?", "$1");
  }

  /** Names: dots that lead on and the marks of footnotes are no part of them. */
  static boolean names(String a, String b) {
    return name(a).equals(name(b));
  }

  static String name(String text) {
    return plain(text).replaceAll("[ .:*]+$", "").replaceAll("^[*]+ ?", "");
  }

  static boolean values(String a, String b) {
    return value(a).equals(value(b));
  }

  static String value(String text) {
    return plain(text).replace(" ", "").replace("≤", "<=").replace("≥", ">=");
  }

  /** Units: micro in any letter, powers raised or not, any sign for times. */
  static boolean units(String a, String b) {
    return unit(a).equals(unit(b));
  }

  private static String unit(String text) {
    return plain(text)
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
    return plain(a).replaceAll("[ .:]+$", "").equalsIgnoreCase(plain(b).replaceAll("[ .:]+$", ""));
  }

  static boolean bounds(GroundTruth.Bounds a, GroundTruth.Bounds b) {
    return same(a.low(), b.low()) && same(a.high(), b.high());
  }

  private static boolean same(Double a, Double b) {
    return a == null || b == null ? Objects.equals(a, b) : Math.abs(a - b) < 1e-9;
  }

  /** 0 to 1: how much of the longer text is the same, by the steps from one to the other. */
  static double closeness(String a, String b) {
    String x = name(a).toLowerCase(Locale.ROOT);
    String y = name(b).toLowerCase(Locale.ROOT);
    int longer = Math.max(x.length(), y.length());
    return longer == 0 ? 1 : 1 - (double) steps(x, y) / longer;
  }

  private static int steps(String x, String y) {
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
