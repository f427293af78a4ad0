package io.tributary.report.extract;

import java.util.Map;

/** Maps glyphs that fonts encode differently to one spelling. */
final class GlyphNormalizer {
  private static final Map<Integer, String> SYMBOL_FONT_ARROWS =
      Map.ofEntries(
          Map.entry(0xFB00, "ff"),
          Map.entry(0xFB01, "fi"),
          Map.entry(0xFB02, "fl"),
          Map.entry(0xFB03, "ffi"),
          Map.entry(0xFB04, "ffl"),
          Map.entry(0xFB05, "st"),
          Map.entry(0xFB06, "st"),
          Map.entry(0x2010, "-"),
          Map.entry(0x2011, "-"),
          Map.entry(0x2126, "Ω"),
          Map.entry(0x00B5, "µ"),
          Map.entry(0x03BC, "µ"),
          Map.entry(0x2024, "."),
          Map.entry(0x2026, "..."),
          // Arrows of symbol fonts.
          Map.entry(0xF0E1, "↑"),
          Map.entry(0xF0E2, "↓"),
          Map.entry(0xF0E9, "↑"),
          Map.entry(0xF0EA, "↓"));

  private static final String PLAIN = "0123456789+-";
  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";

  private GlyphNormalizer() {}

  static String normalize(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    String other = SYMBOL_FONT_ARROWS.get(c);
    if (other != null) {
      out.append(other);
    } else if (c >= 0xFF01 && c <= 0xFF5E) {
      out.append((char) (c - 0xFEE0));
    } else if (Character.isSpaceChar(c) || Character.isWhitespace(c)) {
      out.append(' ');
    } else if (c != 0xAD
        && Character.getType(c) != Character.FORMAT
        && !Character.isISOControl(c)) {
      out.appendCodePoint(c);
    }
  }

  /**
   * Converts digits to superscript digits, so that a footnote number does not join the value before
   * it.
   */
  static String toSuperscript(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.replace('−', '-').replace('–', '-').toCharArray()) {
      int at = PLAIN.indexOf(c);
      out.append(at < 0 ? c : RAISED.charAt(at));
    }
    return out.toString();
  }

  static boolean isUnprintable(int c) {
    return c == 0xFFFD
        || Character.isISOControl(c)
        || !Character.isDefined(c)
        || Character.getType(c) == Character.PRIVATE_USE;
  }
}
