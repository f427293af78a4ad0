package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.util.Random;

/** Black or white, with dots that came wrong and lines that came twice. */
final class Fax {
  private Fax() {}

  static BufferedImage of(GrayImage page, Random random) {
    BufferedImage out =
        new BufferedImage(page.width(), page.height(), BufferedImage.TYPE_BYTE_BINARY);
    double level = 0.58 + random.nextDouble() * 0.1;
    int from = 0;
    for (int y = 0; y < page.height(); y++) {
      if (random.nextInt(400) != 0) {
        from = y;
      }
      for (int x = 0; x < page.width(); x++) {
        boolean white = page.dots()[from * page.width() + x] > level;
        if (random.nextInt(600) == 0) {
          white = !white;
        }
        out.setRGB(x, y, white ? 0xffffff : 0);
      }
    }
    return out;
  }
}
