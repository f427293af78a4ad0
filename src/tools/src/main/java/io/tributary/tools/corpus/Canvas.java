package io.tributary.tools.corpus;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.util.Matrix;

/** A pen on pages: places are in points from the upper left corner. */
final class Canvas implements AutoCloseable {
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
  Canvas(PDRectangle size, int turned, Typeface type) throws IOException {
    this.size = size;
    this.turned = turned;
    this.normal = font(type, false);
    this.bold = font(type, true);
    page();
  }

  private PDFont font(Typeface type, boolean heavy) throws IOException {
    Optional<Path> file = type.embeddable(heavy);
    if (file.isEmpty()) {
      return new PDType1Font(type.standard(heavy));
    }
    try (InputStream in = Files.newInputStream(file.get())) {
      return PDType0Font.load(document, in);
    }
  }

  void page() throws IOException {
    end();
    PDPage page =
        new PDPage(turned % 180 == 0 ? size : new PDRectangle(size.getHeight(), size.getWidth()));
    page.setRotation(turned);
    document.addPage(page);
    pages++;
    stream = new PDPageContentStream(document, page);
    upright();
  }

  private void upright() throws IOException {
    if (turned == 90) {
      stream.transform(new Matrix(0, 1, -1, 0, size.getHeight(), 0));
    } else if (turned == 270) {
      stream.transform(new Matrix(0, -1, 1, 0, 0, size.getWidth()));
    } else if (turned == 180) {
      stream.transform(new Matrix(-1, 0, 0, -1, size.getWidth(), size.getHeight()));
    }
  }

  /** What is drawn on each page when all are there. */
  interface OnEach {
    void draw(int page, int of) throws IOException;
  }

  /**
   * Draws on pages that are finished; nothing can be drawn on them as before after it.
   *
   * @param mode whether over what is there, or beneath
   */
  void onEach(PDPageContentStream.AppendMode mode, OnEach what) throws IOException {
    end();
    for (int i = 0; i < pages; i++) {
      stream = new PDPageContentStream(document, document.getPage(i), mode, true, true);
      upright();
      what.draw(i + 1, pages);
      end();
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

  /** In this colour, until it is another. */
  void ink(Color color) throws IOException {
    stream.setNonStrokingColor(color);
    stream.setStrokingColor(color);
  }

  /** Slanting, from here upwards to the right. */
  void slanting(double x, double y, double points, Color color, String text) throws IOException {
    stream.saveGraphicsState();
    ink(color);
    stream.beginText();
    stream.setFont(bold, (float) points);
    stream.setTextMatrix(
        Matrix.getRotateInstance(Math.toRadians(38), (float) x, (float) (size.getHeight() - y)));
    stream.showText(text);
    stream.endText();
    stream.restoreGraphicsState();
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
    // Letters that are joined to one sign would be lost to those who read the text.
    stream.showTextWithPositioning((Object[]) text.split("(?<=[ft])"));
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
    return inPlainSigns(text);
  }

  /** In the signs that every face has. */
  static String inPlainSigns(String text) {
    return text.replace("≥", ">=")
        .replace("≤", "<=")
        .replace("▲", "^")
        .replace("▼", "v")
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
