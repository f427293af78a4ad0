package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.OcrWord;
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
  private static final double MAX_PIXELS = 12_000_000;

  /** Confidence below which OCR words beside a text layer are parts of drawings. */
  private static final double MIN_DRAWING_CONFIDENCE = 0.4;

  private final PdfFile pdf;
  private final int number;
  private final ScannedPageReader scan;

  PdfPage(PdfFile pdf, int number, ScannedPageReader scan) {
    this.pdf = pdf;
    this.number = number;
    this.scan = scan;
  }

  private record Text(TextLayer layer, List<Word> words, TextLayerCheck.Verdict verdict) {}

  private Text text() throws IOException {
    TextLayer layer = pdf.readText(number);
    layer = InvisibleText.remove(layer, () -> pdf.renderGrayscale(number, POINTS));
    List<Word> words = GlyphWords.group(layer.glyphs());
    return new Text(layer, words, TextLayerCheck.judge(layer, words));
  }

  Page read() throws IOException {
    Text text = text();
    return switch (text.verdict()) {
      case TEXT -> page(text.layer(), Page.Source.TEXT_LAYER, text.words());
      case BOTH -> page(text.layer(), Page.Source.OCR, readTextAndPictures(text));
      case OCR -> {
        try (Bitmap upright = scan.prepare(render(text.layer(), 0))) {
          double width = width(text.layer(), upright);
          yield scan.readPage(number, upright, width);
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

  private Bitmap render(TextLayer layer, int turn) throws IOException {
    double inches = layer.width() * layer.height() / POINTS / POINTS;
    double dpi = Math.min(DPI, Math.sqrt(MAX_PIXELS / inches));
    return Rotation.rotateQuarters(Bitmap.copyOf(pdf.renderGrayscale(number, dpi)), turn / 90);
  }

  private List<Word> readTextAndPictures(Text text) throws IOException {
    List<Word> out = new ArrayList<>(text.words());
    try (Bitmap page = Deskew.evenLight(render(text.layer(), text.layer().turn()))) {
      double scale = text.layer().width() / page.width();
      for (OcrWord found : scan.readWords(page)) {
        Word word = ScannedPageReader.toWord(found, scale);
        if (found.confidence() > MIN_DRAWING_CONFIDENCE
            && text.words().stream().noneMatch(w -> overlaps(w.box(), word.box()))) {
          out.add(word);
        }
      }
    }
    return out;
  }

  private static boolean overlaps(BoundingBox a, BoundingBox b) {
    double across = Math.min(a.right(), b.right()) - Math.max(a.left(), b.left());
    double down = Math.min(a.bottom(), b.bottom()) - Math.max(a.top(), b.top());
    return across > 0 && down > 0.25 * Math.min(a.height(), b.height());
  }

  byte[] renderJpeg(int width) throws IOException {
    Text text = text();
    if (text.verdict() == TextLayerCheck.Verdict.OCR) {
      try (Bitmap upright = scan.prepare(render(text.layer(), 0))) {
        return JpegEncoder.encode(upright, width);
      }
    }
    double dpi = PdfFile.dpi(text.layer().width(), width);
    return JpegEncoder.encode(rotate(pdf.renderColor(number, dpi), text.layer().turn() / 90));
  }

  private static BufferedImage rotate(BufferedImage image, int quarters) {
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
