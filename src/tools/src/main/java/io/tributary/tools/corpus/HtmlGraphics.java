package io.tributary.tools.corpus;

import java.util.Locale;
import java.util.Random;

/** Creates graphics for browser layouts: logos, barcodes, square codes, stamps. */
final class HtmlGraphics {
  private HtmlGraphics() {}

  /** Returns a logo, which depends on the laboratory's name. */
  static String logo(ReportContent p, int pixels, String colour) {
    String inner =
        switch (Math.floorMod(p.lab().hashCode(), 3)) {
          case 0 ->
              "<circle cx='50' cy='50' r='46' fill='none' stroke='C' stroke-width='7'/><path d='M20"
                  + " 55h18l9-28 11 48 9-20h14' fill='none' stroke='C' stroke-width='6'/>";
          case 1 ->
              "<path d='M38 8h24v14h-5v22l26 42q4 8-6 8H23q-10 0-6-8l26-42V22h-5z' fill='C'/>";
          default ->
              "<rect x='38' y='8' width='24' height='84' fill='C'/><rect x='8' y='38' width='84'"
                  + " height='24' fill='C'/>";
        };
    return "<svg class=\"logo\" viewBox=\"0 0 100 100\" width=\""
        + pixels
        + "\" height=\""
        + pixels
        + "\">"
        + inner.replace('\'', '"').replace("\"C\"", "\"" + colour + "\"")
        + "</svg>";
  }

  /** Returns a barcode with the number below it. */
  static String barcode(String number, int high) {
    Random random = new Random(number.hashCode());
    StringBuilder bars = new StringBuilder();
    int x = 0;
    while (x < 130) {
      int wide = 1 + random.nextInt(3);
      bars.append("<rect x=\"").append(x).append("\" y=\"0\" width=\"").append(wide);
      bars.append("\" height=\"").append(high).append("\"/>");
      x += wide + 1 + random.nextInt(3);
    }
    return "<div class=\"bc\"><svg width=\"136\" height=\""
        + high
        + "\">"
        + bars
        + "</svg><br>"
        + HtmlFragments.text(number)
        + "</div>";
  }

  /** Returns a square of dots that resembles a QR code. */
  static String squareCode(String text, int pixels) {
    Random random = new Random(text.hashCode());
    StringBuilder dots = new StringBuilder();
    for (int y = 0; y < 25; y++) {
      for (int x = 0; x < 25; x++) {
        if (corner(x, y) || !inCorner(x, y) && random.nextBoolean()) {
          dots.append("<rect x=\"").append(x).append("\" y=\"").append(y);
          dots.append("\" width=\"1.04\" height=\"1.04\"/>");
        }
      }
    }
    return "<svg class=\"qr\" viewBox=\"0 0 25 25\" width=\""
        + pixels
        + "\" height=\""
        + pixels
        + "\">"
        + dots
        + "</svg>";
  }

  private static boolean inCorner(int x, int y) {
    return x < 8 && y < 8 || x > 16 && y < 8 || x < 8 && y > 16;
  }

  private static boolean corner(int x, int y) {
    int cx = x > 16 ? x - 18 : x;
    int cy = y > 16 ? y - 18 : y;
    if (!inCorner(x, y) || cx < 0 || cy < 0 || cx > 6 || cy > 6) {
      return false;
    }
    boolean ring = cx == 0 || cx == 6 || cy == 0 || cy == 6;
    return ring || cx > 1 && cx < 5 && cy > 1 && cy < 5;
  }

  /** Returns a round stamp over the content. */
  static String stamp(String text, String place) {
    return "<div style=\"position:absolute;"
        + place
        + ";width:92px;height:92px;border:3px double #5a3a9a;border-radius:50%;color:#5a3a9a;"
        + "transform:rotate(-14deg);text-align:center;font-weight:bold;font-size:11px;"
        + "display:flex;align-items:center;justify-content:center;opacity:.6\">"
        + HtmlFragments.text(text)
        + "</div>";
  }

  /** Returns a large, pale text behind the content. */
  static String watermark(String text) {
    return "<div style=\"position:fixed;top:38%;left:8%;font-size:90px;color:#000;opacity:.06;"
        + "transform:rotate(-28deg);z-index:-1\">"
        + HtmlFragments.text(text)
        + "</div>";
  }

  /** Returns a handwritten name with the printed name of the signer. */
  static String signature(String who) {
    Random random = new Random(who.hashCode());
    StringBuilder path = new StringBuilder("M2 30");
    for (int x = 8; x < 110; x += 9) {
      path.append(
          String.format(
              Locale.ROOT, " Q%d %d %d %d", x, random.nextInt(38), x + 5, 14 + random.nextInt(18)));
    }
    return "<div class=\"sig\"><svg width=\"120\" height=\"40\"><path d=\""
        + path
        + "\" fill=\"none\" stroke=\"#123a8a\" stroke-width=\"1.4\"/></svg><br>"
        + HtmlFragments.text(who)
        + "</div>";
  }
}
