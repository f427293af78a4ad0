package io.tributary.report.extract;

import java.util.List;

/**
 * What a page of a PDF says as text.
 *
 * @param width in points, of the page as its text stands upright
 * @param turn degrees clockwise that the page, as viewers show it, is turned by to bring its text
 *     upright
 * @param unknown signs whose meaning the file does not tell, or tells in two ways
 * @param falseDigits signs that one part of the file calls a digit and another something else
 * @param imageShare of the area of the page that is covered by pictures
 */
record TextLayer(
    double width,
    double height,
    int turn,
    List<Glyph> glyphs,
    int unknown,
    int falseDigits,
    double imageShare) {
  TextLayer {
    glyphs = List.copyOf(glyphs);
  }

  /** Signs that are seen, white on white aside. */
  long seen() {
    return glyphs.stream().filter(g -> g.shade() != Glyph.Shade.NONE && !g.isSpace()).count();
  }

  /** Signs that are not drawn: what OCR put beneath a scan. */
  long unseen() {
    return glyphs.stream().filter(g -> g.shade() == Glyph.Shade.NONE && !g.isSpace()).count();
  }
}
