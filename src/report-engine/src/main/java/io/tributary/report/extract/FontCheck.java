package io.tributary.report.extract;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.pdfbox.pdmodel.font.PDCIDFontType2;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.apache.pdfbox.pdmodel.font.PDSimpleFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.encoding.GlyphList;

/**
 * Detects fonts whose text mapping contradicts the drawn glyphs.
 *
 * <p>A PDF may map a drawn 7 to the text "1". A reader of the text layer alone cannot notice that.
 */
final class FontCheck {
  private static final int BOLD_WEIGHT = 600;

  private final Map<PDFont, Map<Integer, Verdict>> seen = new HashMap<>();
  private final Map<PDFont, Boolean> bold = new HashMap<>();
  private int unknown;
  private int falseDigits;

  private enum Verdict {
    SOUND,
    UNKNOWN,
    FALSE_LETTER,
    FALSE_DIGIT
  }

  void count(PDFont font, int code) {
    Verdict verdict =
        seen.computeIfAbsent(font, f -> new HashMap<>()).computeIfAbsent(code, c -> judge(font, c));
    switch (verdict) {
      case SOUND -> {}
      case UNKNOWN, FALSE_LETTER -> unknown++;
      case FALSE_DIGIT -> falseDigits++;
    }
  }

  int unknown() {
    return unknown;
  }

  int falseDigits() {
    return falseDigits;
  }

  private static Verdict judge(PDFont font, int code) {
    try {
      String said = font.toUnicode(code, GlyphList.getAdobeGlyphList());
      if (said == null || said.isEmpty() || GlyphNormalizer.isUnprintable(said.codePointAt(0))) {
        return Verdict.UNKNOWN;
      }
      return compare(said, drawnCharacters(font, code));
    } catch (IOException | RuntimeException e) {
      return Verdict.UNKNOWN;
    }
  }

  private static Verdict compare(String said, List<Integer> drawn) {
    int c = said.codePointAt(0);
    boolean comparable = drawn.stream().anyMatch(FontCheck::isPlain) && isPlain(c);
    if (!comparable || drawn.contains(c)) {
      return Verdict.SOUND;
    }
    boolean digit = Character.isDigit(c) || drawn.stream().anyMatch(Character::isDigit);
    return digit ? Verdict.FALSE_DIGIT : Verdict.FALSE_LETTER;
  }

  private static boolean isPlain(int c) {
    return c < 128 && Character.isLetterOrDigit(c);
  }

  /** Returns the characters that the font program itself assigns to the glyph, if any. */
  private static List<Integer> drawnCharacters(PDFont font, int code) throws IOException {
    if (font instanceof PDSimpleFont simple && simple.getEncoding() != null) {
      String name = simple.getEncoding().getName(code);
      String unicode = name == null ? null : GlyphList.getAdobeGlyphList().toUnicode(name);
      return unicode == null || unicode.isEmpty() ? List.of() : List.of(unicode.codePointAt(0));
    }
    if (font instanceof PDType0Font composite
        && composite.getDescendantFont() instanceof PDCIDFontType2 type2
        && type2.isEmbedded()) {
      CmapLookup map = type2.getTrueTypeFont().getUnicodeCmapLookup(false);
      List<Integer> codes = map == null ? null : map.getCharCodes(type2.codeToGID(code));
      return codes == null ? List.of() : codes;
    }
    return List.of();
  }

  boolean isBoldFont(PDFont font) {
    return bold.computeIfAbsent(font, FontCheck::isBold);
  }

  private static boolean isBold(PDFont font) {
    String name = font.getName() == null ? "" : font.getName().toLowerCase(Locale.ROOT);
    if (name.contains("bold") || name.contains("black") || name.contains("heavy")) {
      return true;
    }
    PDFontDescriptor about = font.getFontDescriptor();
    return about != null && (about.isForceBold() || about.getFontWeight() >= BOLD_WEIGHT);
  }
}
