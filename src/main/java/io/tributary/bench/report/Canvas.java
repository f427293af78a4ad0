package io.tributary.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.util.Matrix;

/** A pen on pages: places are in points from the upper left corner. */
final class Canvas implements AutoCloseable {
  /** Letters to write with. */
  enum Type {
    SANS(Standard14Fonts.FontName.HELVETICA, Standard14Fonts.FontName.HELVETICA_BOLD, "DejaVuSans"),
    SERIF(Standard14Fonts.FontName.TIMES_ROMAN, Standard14Fonts.FontName.TIMES_BOLD, "DejaVuSerif"),
    NARROW(
        Standard14Fonts.FontName.HELVETICA,
        Standard14Fonts.FontName.HELVETICA_BOLD,
        "DejaVuSansCondensed"),
    TYPED(
        Standard14Fonts.FontName.COURIER, Standard14Fonts.FontName.COURIER_BOLD, "DejaVuSansMono"),
    PLAIN(Standard14Fonts.FontName.HELVETICA, Standard14Fonts.FontName.HELVETICA_BOLD, "");

    private final Standard14Fonts.FontName normal;
    private final Standard14Fonts.FontName bold;
    private final String file;

    Type(Standard14Fonts.FontName normal, Standard14Fonts.FontName bold, String file) {
      this.normal = normal;
      this.bold = bold;
      this.file = file;
    }
  }

  private static final Path FONTS = Path.of("/usr/share/fonts/truetype/dejavu");

  private final PDDocument document = new PDDocument();
  private final PDRectangle size;
  private final int turned;
  private final PDFont normal;
  private final PDFont bold;
  private PDPageContentStream stream;
  private int pages;
  private boolean letters;

  /**
   * @param turned how far pages are turned when shown, in degrees; what is drawn is turned back, so
   *     that it stands upright
   */
  Canvas(PDRectangle size, int turned, Type type) throws IOException {
    this.size = size;
    this.turned = turned;
    this.normal = font(type, "", type.normal);
    this.bold = font(type, "-Bold", type.bold);
    page();
  }

  private PDFont font(Type type, String suffix, Standard14Fonts.FontName other) throws IOException {
    Path file = FONTS.resolve(type.file + suffix + ".ttf");
    if (!type.file.isEmpty() && Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        return PDType0Font.load(document, in);
      }
    }
    return new PDType1Font(other);
  }

  void page() throws IOException {
    end();
    PDPage page =
        new PDPage(turned % 180 == 0 ? size : new PDRectangle(size.getHeight(), size.getWidth()));
    page.setRotation(turned);
    document.addPage(page);
    pages++;
    stream = new PDPageContentStream(document, page);
    if (turned == 90) {
      stream.transform(new Matrix(0, 1, -1, 0, size.getHeight(), 0));
    } else if (turned == 270) {
      stream.transform(new Matrix(0, -1, 1, 0, 0, size.getWidth()));
    } else if (turned == 180) {
      stream.transform(new Matrix(-1, 0, 0, -1, size.getWidth(), size.getHeight()));
    }
  }

  int pages() {
    return pages;
  }

  double width() {
    return size.getWidth();
  }

  double height() {
    return size.getHeight();
  }

  void text(double x, double y, double points, boolean heavy, String text) throws IOException {
    if (text.isEmpty()) {
      return;
    }
    if (!letters) {
      set(x, y, points, heavy, fit(text, heavy));
      return;
    }
    double at = x;
    for (String letter : fit(text, heavy).split("")) {
      if (!letter.equals(" ")) {
        set(at, y, points, heavy, letter);
      }
      at += width(letter, points, heavy);
    }
  }

  private void set(double x, double y, double points, boolean heavy, String text)
      throws IOException {
    stream.beginText();
    stream.setFont(heavy ? bold : normal, (float) points);
    stream.newLineAtOffset((float) x, (float) (size.getHeight() - y));
    stream.showText(text);
    stream.endText();
  }

  /** From now on each sign is set by itself, and no blanks. */
  void letterByLetter() {
    letters = true;
  }

  /** Ends at {@code x}. */
  void right(double x, double y, double points, boolean heavy, String text) throws IOException {
    text(x - width(text, points, heavy), y, points, heavy, text);
  }

  double width(String text, double points, boolean heavy) throws IOException {
    return (heavy ? bold : normal).getStringWidth(fit(text, heavy)) / 1000 * points;
  }

  /** Signs that the letters at hand do not have are written in other words. */
  private String fit(String text, boolean heavy) {
    if ((heavy ? bold : normal) instanceof PDType0Font) {
      return text;
    }
    return text.replace("≥", ">=")
        .replace("≤", "<=")
        .replace("↑", "^")
        .replace("↓", "v")
        .replace("⁹", "9")
        .replace("¹²", "12");
  }

  void line(double x, double y, double toX, double toY, double wide) throws IOException {
    stream.setLineWidth((float) wide);
    stream.moveTo((float) x, (float) (size.getHeight() - y));
    stream.lineTo((float) toX, (float) (size.getHeight() - toY));
    stream.stroke();
  }

  void fill(double x, double y, double wide, double high, Color color) throws IOException {
    stream.setNonStrokingColor(color);
    stream.addRect((float) x, (float) (size.getHeight() - y - high), (float) wide, (float) high);
    stream.fill();
    stream.setNonStrokingColor(Color.BLACK);
  }

  void save(Path file) throws IOException {
    end();
    document.save(file.toFile());
  }

  private void end() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }

  @Override
  public void close() throws IOException {
    end();
    document.close();
  }
}
