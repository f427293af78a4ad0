package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.OcrWord;
import java.util.regex.Pattern;

/** Corrects unambiguous OCR confusions in words. A plain number is never changed. */
final class OcrSpelling {
  private static final Pattern JUNK = Pattern.compile("[|_~'`‘’.,:;\\\\—–¦\"“”=]+");

  /** Row of short strokes that may end in something like a letter. */
  private static final Pattern DASH_RUN = Pattern.compile("[~—–=-]{2,}\\p{L}?");

  private static final Pattern POWER = Pattern.compile("^([xX×]?)10[°*^”\"'“’%](3|6|9|12)(/.*)$");

  /** Misreading of a zero with an inner dot or slash, as printed by monospaced fonts. */
  private static final String DOTTED_ZERO = "©";

  private static final Pattern ZERO = Pattern.compile("^" + DOTTED_ZERO + "(?=[.,-]\\d)");

  /** Confidence of an ambiguous sign. */
  private static final double DOUBTFUL_CONFIDENCE = 0.4;

  private static final Pattern UNITS = Pattern.compile("^([uµmn])[lI1|][UuJ]/(m[lLI]|[lLI])$");
  private static final Pattern A1C = Pattern.compile("\\bA[lI|]c\\b|^HbA[lI|]c$");
  private static final double UNSURE = 0.6;
  private static final double PLAIN = 0.75;

  private OcrSpelling() {}

  /**
   * Detects specks and parts of drawings. Rows of dots are kept because they may be leaders, and so
   * are clear signs with a meaning: {@code > OR = 39}, {@code A : G Ratio}, {@code 4 ~ 11}.
   */
  static boolean isJunk(String text, double confidence) {
    if (confidence >= PLAIN && text.length() == 1 && "=:~".contains(text)) {
      return false;
    }
    boolean leader = text.length() >= 4 && text.chars().allMatch(c -> c == '.' || c == '_');
    return !leader
        && (JUNK.matcher(text).matches() && !text.matches("[—–]")
            || DASH_RUN.matcher(text).matches() && confidence < UNSURE
            || text.codePoints().noneMatch(OcrSpelling::hasMeaning) && confidence < UNSURE);
  }

  private static boolean hasMeaning(int c) {
    return Character.isLetterOrDigit(c) || "<>≤≥-—–*+%^↑↓".indexOf(c) >= 0;
  }

  /**
   * Replaces a single misread dotted zero.
   *
   * <p>It keeps a low confidence because it may be a checkbox, a ring or a bullet. Must run after
   * numbers were read a second time, which would find a ring again.
   */
  static OcrWord correctLoneZero(OcrWord word) {
    return word.text().equals(DOTTED_ZERO)
        ? new OcrWord("0", word.box(), Math.min(DOUBTFUL_CONFIDENCE, word.confidence()))
        : word;
  }

  static String correct(String text) {
    String out = text.replace("µ", "µ").replace("μ", "µ").replaceAll("[‘’´`]", "'");
    // Reports do not print braces.
    out = out.replace("({", "(").replace('{', '(').replace('}', ')');
    out = POWER.matcher(out).replaceFirst("$110^$2$3");
    out = ZERO.matcher(out).replaceFirst("0");
    out = UNITS.matcher(out).replaceFirst("$1IU/$2");
    if (out.contains("A")) {
      out = A1C.matcher(out).replaceAll(m -> m.group().startsWith("Hb") ? "HbA1c" : "A1c");
    }
    return out;
  }
}
