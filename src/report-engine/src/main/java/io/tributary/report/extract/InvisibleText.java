package io.tributary.report.extract;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.util.List;

/** Removes text in the color of its background, which is not visible on paper. */
final class InvisibleText {
  private static final int CONTRAST = 40;

  private InvisibleText() {}

  interface Rendering {
    /** Renders the page in grayscale at one pixel per point. */
    BufferedImage page() throws IOException;
  }

  /** Removes invisible text. Pale text on a dark background stays. */
  static TextLayer remove(TextLayer layer, Rendering rendering) throws IOException {
    boolean pale = layer.glyphs().stream().anyMatch(g -> g.shade() == Glyph.Shade.PALE);
    if (!pale) {
      return layer;
    }
    Raster page = layer.turn() == 0 ? rendering.page().getRaster() : null;
    List<Glyph> seen =
        layer.glyphs().stream()
            .filter(g -> g.shade() != Glyph.Shade.PALE || page == null || hasContrast(g, page))
            .toList();
    return new TextLayer(
        layer.width(),
        layer.height(),
        layer.turn(),
        seen,
        layer.unknown(),
        layer.falseDigits(),
        layer.imageShare());
  }

  private static boolean hasContrast(Glyph g, Raster page) {
    int left = Math.clamp((int) g.left() - 1, 0, page.getWidth() - 1);
    int right = Math.clamp((int) g.right() + 2, left + 1, page.getWidth());
    int top = Math.clamp((int) (g.baseline() - g.size()), 0, page.getHeight() - 1);
    int bottom = Math.clamp((int) g.baseline() + 2, top + 1, page.getHeight());
    int darkest = 255;
    int brightest = 0;
    for (int y = top; y < bottom; y++) {
      for (int x = left; x < right; x++) {
        int grey = page.getSample(x, y, 0);
        darkest = Math.min(darkest, grey);
        brightest = Math.max(brightest, grey);
      }
    }
    return brightest - darkest > CONTRAST;
  }
}
