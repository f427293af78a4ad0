package io.tributary.link;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Brand color of a team, with the text color that is legible on it: black or white, whichever has
 * more contrast. The contrast is at least 4.58 (WCAG 2.2, 1.4.3 requires 4.5).
 *
 * @param hex six lower-case digits
 */
record BrandColor(String hex) {
  private static final Pattern HEX = Pattern.compile("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");
  private static final Pattern SIX = Pattern.compile("[0-9a-f]{6}");

  BrandColor {
    if (!SIX.matcher(hex).matches()) {
      throw new IllegalArgumentException("colour: " + hex);
    }
  }

  /**
   * Parses {@code #abc} or {@code #aabbcc}. Empty for other texts, which a team may have stored
   * too.
   */
  static Optional<BrandColor> parse(String text) {
    String trimmed = text.strip();
    if (!HEX.matcher(trimmed).matches()) {
      return Optional.empty();
    }
    String digits = trimmed.replace("#", "").toLowerCase(java.util.Locale.ROOT);
    return Optional.of(
        new BrandColor(digits.length() == 6 ? digits : digits.replaceAll("(.)", "$1$1")));
  }

  /** Returns the text color with the higher contrast. */
  String textColor() {
    double light = luminance();
    return 1.05 / (light + .05) >= (light + .05) / .05 ? "ffffff" : "000000";
  }

  /** Contrast ratio of text and background, 1 to 21. */
  double contrast() {
    double light = luminance();
    return textColor().equals("ffffff") ? 1.05 / (light + .05) : (light + .05) / .05;
  }

  /** Returns the CSS variables that replace the page's default colors. */
  String css() {
    return ":root{--accent:#" + hex + ";--on-accent:#" + textColor() + "}\n";
  }

  private double luminance() {
    return .2126 * linear(0) + .7152 * linear(2) + .0722 * linear(4);
  }

  private double linear(int at) {
    double share = Integer.parseInt(hex.substring(at, at + 2), 16) / 255.0;
    return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
  }
}
