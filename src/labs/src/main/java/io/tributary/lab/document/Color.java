package io.tributary.lab.document;

/** RGB color with components from 0 to 1. */
record Color(float red, float green, float blue) {
  static final Color DARK = of(0x1f2a37);
  static final Color MUTED = of(0x6b7280);
  static final Color LINE = of(0xd1d5db);
  static final Color SHADED = of(0xf3f4f6);
  static final Color CRITICAL = of(0xb91c1c);
  static final Color BLACK = of(0);

  private static Color of(int rgb) {
    return new Color((rgb >> 16) / 255f, (rgb >> 8 & 0xff) / 255f, (rgb & 0xff) / 255f);
  }
}
