package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.util.Random;

/** Simulates a fax: black and white, with wrong dots and repeated lines. */
final class FaxEffect {
  private FaxEffect() {}

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
        boolean white = page.pixels()[from * page.width() + x] > level;
        if (random.nextInt(600) == 0) {
          white = !white;
        }
        out.setRGB(x, y, white ? 0xffffff : 0);
      }
    }
    return out;
  }
}
