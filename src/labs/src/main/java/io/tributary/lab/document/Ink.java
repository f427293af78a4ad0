package io.tributary.lab.document;

/** A colour, as shares of red, green and blue. */
record Ink(float red, float green, float blue) {
  static final Ink DARK = of(0x1f2a37);
  static final Ink FAINT = of(0x6b7280);
  static final Ink LINE = of(0xd1d5db);
  static final Ink SHADE = of(0xf3f4f6);
  static final Ink ALARM = of(0xb91c1c);
  static final Ink BLACK = of(0);

  private static Ink of(int rgb) {
    return new Ink((rgb >> 16) / 255f, (rgb >> 8 & 0xff) / 255f, (rgb & 0xff) / 255f);
  }
}
