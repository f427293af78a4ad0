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

/** Drawing surface for PDF pages; coordinates are points from the upper left corner. */
final class Canvas implements AutoCloseable {
  private final PDDocument document = new PDDocument();
  private final PDRectangle size;
  private final int rotation;
  private final PDFont normal;
  private final PDFont bold;
  private PDPageContentStream stream;
  private int pages;
  private boolean letterByLetter;

  /**
   * @param rotation rotation of displayed pages in degrees; the content is rotated back, so that it
   *     appears upright
   */
  Canvas(PDRectangle size, int turned, Typeface type) throws IOException {
    this.size = size;
    this.rotation = turned;
    this.normal = font(type, false);
    this.bold = font(type, true);
    newPage();
  }

  private PDFont font(Typeface type, boolean heavy) throws IOException {
    Optional<Path> file = type.embeddable(heavy);
    if (file.isEmpty()) {
      return new PDType1Font(type.standardFont(heavy));
    }
    try (InputStream in = Files.newInputStream(file.get())) {
      return PDType0Font.load(document, in);
    }
  }

  void newPage() throws IOException {
    closeStream();
    PDPage page =
        new PDPage(rotation % 180 == 0 ? size : new PDRectangle(size.getHeight(), size.getWidth()));
    page.setRotation(rotation);
    document.addPage(page);
    pages++;
    stream = new PDPageContentStream(document, page);
    rotateUpright();
  }

  private void rotateUpright() throws IOException {
    if (rotation == 90) {
      stream.transform(new Matrix(0, 1, -1, 0, size.getHeight(), 0));
    } else if (rotation == 270) {
      stream.transform(new Matrix(0, -1, 1, 0, 0, size.getWidth()));
    } else if (rotation == 180) {
      stream.transform(new Matrix(-1, 0, 0, -1, size.getWidth(), size.getHeight()));
    }
  }

  /** Draws on a page when all pages exist. */
  interface PageDrawer {
    void draw(int page, int of) throws IOException;
  }

  /**
   * Draws on all finished pages. Regular drawing is not possible afterwards.
   *
   * @param mode whether to draw over the content or below it
   */
  void drawOnEachPage(PDPageContentStream.AppendMode mode, PageDrawer what) throws IOException {
    closeStream();
    for (int i = 0; i < pages; i++) {
      stream = new PDPageContentStream(document, document.getPage(i), mode, true, true);
      rotateUpright();
      what.draw(i + 1, pages);
      closeStream();
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

  /** Sets the color for subsequent drawing. */
  void setColor(Color color) throws IOException {
    stream.setNonStrokingColor(color);
    stream.setStrokingColor(color);
  }

  /** Draws text slanting upwards to the right. */
  void drawSlanted(double x, double y, double points, Color color, String text) throws IOException {
    stream.saveGraphicsState();
    setColor(color);
    stream.beginText();
    stream.setFont(bold, (float) points);
    stream.setTextMatrix(
        Matrix.getRotateInstance(Math.toRadians(38), (float) x, (float) (size.getHeight() - y)));
    stream.showText(text);
    stream.endText();
    stream.restoreGraphicsState();
  }

  void drawText(double x, double y, double points, boolean heavy, String text) throws IOException {
    if (text.isEmpty()) {
      return;
    }
    if (!letterByLetter) {
      showText(x, y, points, heavy, replaceUnsupported(text, heavy));
      return;
    }
    double at = x;
    for (String letter : replaceUnsupported(text, heavy).split("")) {
      if (!letter.equals(" ")) {
        showText(at, y, points, heavy, letter);
      }
      at += width(letter, points, heavy);
    }
  }

  private void showText(double x, double y, double points, boolean heavy, String text)
      throws IOException {
    stream.beginText();
    stream.setFont(heavy ? bold : normal, (float) points);
    stream.newLineAtOffset((float) x, (float) (size.getHeight() - y));
    // Prevents ligatures, which text extraction would lose.
    stream.showTextWithPositioning((Object[]) text.split("(?<=[ft])"));
    stream.endText();
  }

  /** Draws each subsequent character separately, without spaces. */
  void enableLetterByLetter() {
    letterByLetter = true;
  }

  /** Draws text that ends at {@code x}. */
  void drawRightAligned(double x, double y, double points, boolean heavy, String text)
      throws IOException {
    drawText(x - width(text, points, heavy), y, points, heavy, text);
  }

  double width(String text, double points, boolean heavy) throws IOException {
    return (heavy ? bold : normal).getStringWidth(replaceUnsupported(text, heavy)) / 1000 * points;
  }

  /** Replaces characters that the font does not have. */
  private String replaceUnsupported(String text, boolean heavy) {
    if ((heavy ? bold : normal) instanceof PDType0Font) {
      return text;
    }
    return toPlainCharacters(text);
  }

  /** Replaces special characters by ones that every font has. */
  static String toPlainCharacters(String text) {
    return text.replace("≥", ">=")
        .replace("≤", "<=")
        .replace("▲", "^")
        .replace("▼", "v")
        .replace("↑", "^")
        .replace("↓", "v")
        .replace("⁹", "9")
        .replace("¹²", "12");
  }

  void drawLine(double x, double y, double toX, double toY, double wide) throws IOException {
    stream.setLineWidth((float) wide);
    stream.moveTo((float) x, (float) (size.getHeight() - y));
    stream.lineTo((float) toX, (float) (size.getHeight() - toY));
    stream.stroke();
  }

  void fillRectangle(double x, double y, double wide, double high, Color color) throws IOException {
    stream.setNonStrokingColor(color);
    stream.addRect((float) x, (float) (size.getHeight() - y - high), (float) wide, (float) high);
    stream.fill();
    stream.setNonStrokingColor(Color.BLACK);
  }

  void save(Path file) throws IOException {
    closeStream();
    document.save(file.toFile());
  }

  private void closeStream() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeStream();
    document.close();
  }
}
