package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixCopy;
import static org.bytedeco.leptonica.global.leptonica.pixGetAverageMasked;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixRotateOrth;
import static org.bytedeco.leptonica.global.leptonica.pixScale;
import static org.bytedeco.leptonica.global.leptonica.pixUpDownDetect;

import io.tributary.report.extract.Tesseract.Layout;
import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.List;

/** Prepares page images for OCR and reads them. Not thread-safe. */
final class ScannedPageReader implements AutoCloseable {
  private static final double UPRIGHT_CONFIDENCE = 4;
  private static final int NEGATIVE_BRIGHTNESS = 90;
  private static final float SHAPES = 0.75f;
  private static final float ROUGH = 0.6f;
  private static final double DOUBT_OFFSET = 0.5;
  private static final double MIDDLE = 0.3;

  /** Minimum lead in certain characters by which one orientation must win. */
  private static final double MIN_LEAD = 60;

  private Tesseract reader;

  /** Returns the page upright, level and evenly lit. Takes ownership of the image. */
  Bitmap prepare(Bitmap picture) {
    Bitmap pic = PerspectiveCorrection.flatten(picture);
    boolean photographed = pic != picture;
    if (average(pic) < NEGATIVE_BRIGHTNESS) {
      pic = pic.replaceWith(pixInvert(null, pic.pix()));
    }
    pic = photographed ? Deskew.evenShadow(pic) : Deskew.evenLight(pic);
    pic = Deskew.level(Deskew.normalizeLetterSize(pic));
    return turnUpright(photographed ? KeystoneCorrection.straighten(pic) : pic);
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
  private Bitmap turnUpright(Bitmap pic) {
    try (Bitmap text = new Bitmap(pixCopy(null, pic.pix()))) {
      TableRuleRemoval.apply(text);
      return uprightScore(text) < UPRIGHT_CONFIDENCE && readsBetterTurned(text)
          ? Rotation.rotateQuarters(pic, 2)
          : pic;
    }
  }

  private static double uprightScore(Bitmap pic) {
    float[] confidence = new float[1];
    try (Bitmap ink = Deskew.binarize(pic);
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
      double up = readingScore(small, MIDDLE);
      double down = readingScore(turned, MIDDLE);
      return Math.abs(up - down) < MIN_LEAD
          ? readingScore(turned, 1) > readingScore(small, 1)
          : down > up;
    }
  }

  /** Scores the middle part of a page by the confidence and length of its words. */
  private double readingScore(Bitmap pic, double share) {
    int height = (int) (pic.height() * share);
    int top = (pic.height() - height) / 2;
    return engine().words(pic, 0, top, pic.width(), height, Layout.BLOCK).stream()
        .filter(found -> found.text().length() > 2)
        .mapToDouble(found -> (found.confidence() - DOUBT_OFFSET) * found.text().length())
        .sum();
  }

  private Tesseract engine() {
    if (reader == null) {
      reader = Tesseract.english();
    }
    return reader;
  }

  /** Reads an upright page. The image is cleaned in place and is no longer suitable for display. */
  Page readPage(int number, Bitmap upright, double widthPoints) {
    double scale = widthPoints / upright.width();
    List<Word> words = readWords(upright).stream().map(found -> toWord(found, scale)).toList();
    return new Page(number, widthPoints, upright.height() * scale, Page.Source.OCR, words);
  }

  static Word toWord(OcrWord found, double scale) {
    BoundingBox b = found.box();
    return new Word(
        found.text(),
        new BoundingBox(b.left() * scale, b.top() * scale, b.right() * scale, b.bottom() * scale),
        found.confidence(),
        false);
  }

  /** Returns all words, in pixels of the upright page, which is cleaned in place. */
  List<OcrWord> readWords(Bitmap upright) {
    DarkBackgroundFilter.apply(upright);
    RangeBarRemoval.apply(upright);
    DottedRuleRemoval.apply(upright);
    TableRuleRemoval.apply(upright);
    DotLeaderFilter.apply(upright);
    ZeroNormalizer.eraseMarks(upright);
    List<OcrWord> found =
        IsolatedStrokes.recognize(engine().words(upright, Layout.BLOCK)).stream()
            .filter(f -> !OcrSpelling.isJunk(f.text(), f.confidence()))
            .map(f -> new OcrWord(OcrSpelling.correct(f.text()), f.box(), f.confidence()))
            .toList();
    List<OcrWord> told =
        TriangleFlags.recognize(ComparatorGlyphs.recognize(found, upright), upright);
    List<OcrWord> looked = new NumberReOcr(engine(), upright).recheck(told);
    List<OcrWord> noughts =
        SlashedZeros.correct(looked, upright).stream().map(OcrSpelling::correctLoneZero).toList();
    return DecimalStyle.unify(DottedZeros.correct(noughts));
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
