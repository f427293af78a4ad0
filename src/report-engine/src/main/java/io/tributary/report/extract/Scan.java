package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixCopy;
import static org.bytedeco.leptonica.global.leptonica.pixGetAverageMasked;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixRotateOrth;
import static org.bytedeco.leptonica.global.leptonica.pixScale;
import static org.bytedeco.leptonica.global.leptonica.pixUpDownDetect;

import io.tributary.report.extract.Tesseract.Found;
import io.tributary.report.extract.Tesseract.Layout;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.List;

/** Prepares page images for OCR and reads them. Not thread-safe. */
final class Scan implements AutoCloseable {
  private static final double SURE = 4;
  private static final int NEGATIVE = 90;
  private static final float SHAPES = 0.75f;
  private static final float ROUGH = 0.6f;
  private static final double DOUBT = 0.5;
  private static final double MIDDLE = 0.3;

  /** Minimum lead in certain characters by which one orientation must win. */
  private static final double TELLING = 60;

  private Tesseract reader;

  /** Returns the page upright, level and evenly lit. Takes ownership of the image. */
  Bitmap upright(Bitmap picture) {
    Bitmap pic = PerspectiveCorrection.flat(picture);
    boolean photographed = pic != picture;
    if (average(pic) < NEGATIVE) {
      pic = pic.then(pixInvert(null, pic.pix()));
    }
    pic = photographed ? Deskew.evenShadow(pic) : Deskew.evenLight(pic);
    pic = Deskew.levelled(Deskew.sized(pic));
    return headUp(photographed ? KeystoneCorrection.straightened(pic) : pic);
  }

  private static double average(Bitmap pic) {
    float[] out = new float[1];
    pixGetAverageMasked(pic.pix(), null, 0, 0, 10, 1, out);
    return out[0];
  }

  /**
   * Turns the page if it is upside down.
   *
   * <p>Letters with ascenders outnumber letters with descenders in upright text. Digits, brackets
   * and exponents do not follow that rule, so OCR must also confirm the rotation.
   */
  private Bitmap headUp(Bitmap pic) {
    try (Bitmap text = new Bitmap(pixCopy(null, pic.pix()))) {
      TableRuleRemoval.removed(text);
      return up(text) < SURE && readsBetterTurned(text) ? Rotation.quarters(pic, 2) : pic;
    }
  }

  private static double up(Bitmap pic) {
    float[] confidence = new float[1];
    try (Bitmap ink = Deskew.ink(pic);
        Bitmap small = new Bitmap(pixScale(ink.pix(), SHAPES, SHAPES))) {
      return pixUpDownDetect(small.pix(), confidence, 0, 0, 0) == 0 ? confidence[0] : 0;
    }
  }

  /**
   * Reads the middle of the page in both orientations at low resolution, or all of it if the middle
   * is inconclusive.
   */
  private boolean readsBetterTurned(Bitmap pic) {
    try (Bitmap small = new Bitmap(pixScale(pic.pix(), ROUGH, ROUGH));
        Bitmap turned = new Bitmap(pixRotateOrth(small.pix(), 2))) {
      double up = sureness(small, MIDDLE);
      double down = sureness(turned, MIDDLE);
      return Math.abs(up - down) < TELLING ? sureness(turned, 1) > sureness(small, 1) : down > up;
    }
  }

  /** Scores the middle part of a page by the confidence and length of its words. */
  private double sureness(Bitmap pic, double share) {
    int height = (int) (pic.height() * share);
    int top = (pic.height() - height) / 2;
    return reader().words(pic, 0, top, pic.width(), height, Layout.BLOCK).stream()
        .filter(found -> found.text().length() > 2)
        .mapToDouble(found -> (found.confidence() - DOUBT) * found.text().length())
        .sum();
  }

  private Tesseract reader() {
    if (reader == null) {
      reader = Tesseract.english();
    }
    return reader;
  }

  /** Reads an upright page. The image is cleaned in place and is no longer suitable for display. */
  Page page(int number, Bitmap upright, double widthPoints) {
    double scale = widthPoints / upright.width();
    List<Word> words = words(upright).stream().map(found -> word(found, scale)).toList();
    return new Page(number, widthPoints, upright.height() * scale, Page.Source.OCR, words);
  }

  static Word word(Found found, double scale) {
    BoundingBox b = found.box();
    return new Word(
        found.text(),
        new BoundingBox(b.left() * scale, b.top() * scale, b.right() * scale, b.bottom() * scale),
        found.confidence(),
        false);
  }

  /** Returns all words, in pixels of the upright page, which is cleaned in place. */
  List<Found> words(Bitmap upright) {
    DarkBackgroundFilter.lightGrounds(upright);
    RangeBarRemoval.removed(upright);
    DottedRuleRemoval.removed(upright);
    TableRuleRemoval.removed(upright);
    DotLeaderFilter.removed(upright);
    ZeroNormalizer.plain(upright);
    List<Found> found =
        IsolatedStrokes.told(reader().words(upright, Layout.BLOCK)).stream()
            .filter(f -> !OcrSpelling.junk(f.text(), f.confidence()))
            .map(f -> new Found(OcrSpelling.mended(f.text()), f.box(), f.confidence()))
            .toList();
    List<Found> told = Triangles.told(ComparatorGlyphs.told(found, upright), upright);
    List<Found> looked = new NumberReOcr(reader(), upright).at(told);
    List<Found> noughts =
        SlashedZeros.told(looked, upright).stream().map(OcrSpelling::alone).toList();
    return DecimalStyle.one(DottedZeros.told(noughts));
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
