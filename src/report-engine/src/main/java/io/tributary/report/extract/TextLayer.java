package io.tributary.report.extract;

import java.util.List;

/**
 * Text layer of a PDF page.
 *
 * @param width in points, of the page with its text upright
 * @param turn clockwise rotation in degrees, relative to the page as viewers show it, that brings
 *     its text upright
 * @param unknown glyphs without a text mapping or with a contradictory one
 * @param falseDigits glyphs that one part of the file maps to a digit and another part to something
 *     else
 * @param imageShare fraction of the page area covered by pictures
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

  /** Counts drawn glyphs, including pale ones, without spaces. */
  long countDrawn() {
    return glyphs.stream().filter(g -> g.shade() != Glyph.Shade.INVISIBLE && !g.isSpace()).count();
  }

  /** Counts glyphs that are not drawn, such as the OCR text behind a scan, without spaces. */
  long countInvisible() {
    return glyphs.stream().filter(g -> g.shade() == Glyph.Shade.INVISIBLE && !g.isSpace()).count();
  }
}
