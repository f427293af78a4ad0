package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.Found;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads one page of a PDF from its text layer if that is reliable, otherwise by OCR. */
final class PdfPage {
  private static final double DPI = 300;
  private static final double POINTS = 72;
  private static final double MOST_PIXELS = 12_000_000;

  /** Confidence below which OCR words beside a text layer are parts of drawings. */
  private static final double DRAWING = 0.4;

  private final PdfFile pdf;
  private final int number;
  private final Scan scan;

  PdfPage(PdfFile pdf, int number, Scan scan) {
    this.pdf = pdf;
    this.number = number;
    this.scan = scan;
  }

  private record Text(TextLayer layer, List<Word> words, TextTrust.Verdict verdict) {}

  private Text text() throws IOException {
    TextLayer layer = pdf.text(number);
    layer = InvisibleText.removed(layer, () -> pdf.grey(number, POINTS));
    List<Word> words = GlyphWords.of(layer.glyphs());
    return new Text(layer, words, TextTrust.of(layer, words));
  }

  Page read() throws IOException {
    Text text = text();
    return switch (text.verdict()) {
      case TEXT -> page(text.layer(), Page.Source.TEXT_LAYER, text.words());
      case BOTH -> page(text.layer(), Page.Source.OCR, both(text));
      case PICTURE -> {
        try (Bitmap upright = scan.upright(picture(text.layer(), 0))) {
          double width = width(text.layer(), upright);
          yield scan.page(number, upright, width);
        }
      }
    };
  }

  private Page page(TextLayer layer, Page.Source source, List<Word> words) {
    return new Page(number, layer.width(), layer.height(), source, words);
  }

  private static double width(TextLayer layer, Bitmap upright) {
    boolean wide = upright.width() > upright.height();
    return wide ? Math.max(layer.width(), layer.height()) : Math.min(layer.width(), layer.height());
  }

  private Bitmap picture(TextLayer layer, int turn) throws IOException {
    double inches = layer.width() * layer.height() / POINTS / POINTS;
    double dpi = Math.min(DPI, Math.sqrt(MOST_PIXELS / inches));
    return Rotation.quarters(Bitmap.of(pdf.grey(number, dpi)), turn / 90);
  }

  private List<Word> both(Text text) throws IOException {
    List<Word> out = new ArrayList<>(text.words());
    try (Bitmap page = Deskew.evenLight(picture(text.layer(), text.layer().turn()))) {
      double scale = text.layer().width() / page.width();
      for (Found found : scan.words(page)) {
        Word word = Scan.word(found, scale);
        if (found.confidence() > DRAWING
            && text.words().stream().noneMatch(w -> touch(w.box(), word.box()))) {
          out.add(word);
        }
      }
    }
    return out;
  }

  private static boolean touch(BoundingBox a, BoundingBox b) {
    double across = Math.min(a.right(), b.right()) - Math.max(a.left(), b.left());
    double down = Math.min(a.bottom(), b.bottom()) - Math.max(a.top(), b.top());
    return across > 0 && down > 0.25 * Math.min(a.height(), b.height());
  }

  byte[] image(int width) throws IOException {
    Text text = text();
    if (text.verdict() == TextTrust.Verdict.PICTURE) {
      try (Bitmap upright = scan.upright(picture(text.layer(), 0))) {
        return Jpeg.of(upright, width);
      }
    }
    double dpi = PdfFile.dpi(text.layer().width(), width);
    return Jpeg.of(turned(pdf.colour(number, dpi), text.layer().turn() / 90));
  }

  private static BufferedImage turned(BufferedImage image, int quarters) {
    if (quarters == 0) {
      return image;
    }
    boolean across = quarters % 2 == 1;
    int width = across ? image.getHeight() : image.getWidth();
    int height = across ? image.getWidth() : image.getHeight();
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = out.createGraphics();
    g.translate(width / 2.0, height / 2.0);
    g.rotate(quarters * Math.PI / 2);
    g.translate(-image.getWidth() / 2.0, -image.getHeight() / 2.0);
    g.drawImage(image, 0, 0, null);
    g.dispose();
    return out;
  }
}
