package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixAddBorder;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.bytedeco.leptonica.global.leptonica.pixScale;

import io.tributary.report.extract.Tesseract.Layout;
import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.PIX;

/**
 * Reads uncertain numbers a second time from an enlarged image.
 *
 * <p>A number is read again if its confidence is low, or if the image shows more decimal points
 * than its text: 4.91 is easily read as 491. Two readings that differ make the number uncertain.
 */
final class NumberReOcr {
  private static final double CONFIRMED_CONFIDENCE = 0.82;
  private static final double CONFLICT_CONFIDENCE = 0.35;
  private static final double CORRECTED_CONFIDENCE = 0.75;
  private static final double SEEN_POINT_CONFIDENCE = 0.5;
  private static final int MAX_READINGS = 80;
  private static final float LARGER = 1.5f;
  private static final int BORDER = 24;
  private static final int PAPER = 255;

  private final Tesseract reader;
  private final Bitmap page;
  private int readings;

  NumberReOcr(Tesseract reader, Bitmap page) {
    this.reader = reader;
    this.page = page;
  }

  List<OcrWord> recheck(List<OcrWord> words) {
    List<OcrWord> out = new ArrayList<>(words.size());
    for (OcrWord word : words) {
      out.add(isNumber(word.text()) ? recheckWord(word) : word);
    }
    return out;
  }

  private static boolean isNumber(String text) {
    long digits = text.chars().filter(Character::isDigit).count();
    return digits > 0 && digits * 2 >= text.length();
  }

  private OcrWord recheckWord(OcrWord word) {
    BOX place = place(word.box());
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return word;
    }
    try (Bitmap part = new Bitmap(clip)) {
      Optional<String> faint = FaintDecimalPoints.insertPoints(part, word.text());
      if (faint.isPresent()) {
        return with(word, faint.get(), Math.min(SEEN_POINT_CONFIDENCE, word.confidence()));
      }
      int points = DecimalPoints.count(part);
      int written = points(word.text());
      if (points <= written && word.confidence() >= CONFIRMED_CONFIDENCE
          || ++readings > MAX_READINGS) {
        return points <= written ? word : withDoubt(word);
      }
      OcrWord seen = compare(word, readAgain(part), points);
      // Both readings can lack a point that is plainly visible. It is inserted, but the number
      // stays uncertain.
      return points == written + 1 && points(seen.text()) == written
          ? DecimalPoints.insertPoint(part, word.text())
              .map(t -> with(word, t, SEEN_POINT_CONFIDENCE))
              .orElse(seen)
          : seen;
    }
  }

  private static BOX place(BoundingBox box) {
    return boxCreate(
        Math.max(0, (int) box.left() - 3),
        Math.max(0, (int) box.top() - 3),
        (int) box.width() + 6,
        (int) box.height() + 6);
  }

  private OcrWord readAgain(Bitmap part) {
    try (Bitmap larger = new Bitmap(pixScale(part.pix(), LARGER, LARGER));
        Bitmap framed = new Bitmap(pixAddBorder(larger.pix(), BORDER, PAPER))) {
      List<OcrWord> found = reader.words(framed, Layout.LINE);
      StringBuilder text = new StringBuilder();
      double confidence = found.isEmpty() ? 0 : 1;
      for (OcrWord f : found) {
        text.append(f.text());
        confidence = Math.min(confidence, f.confidence());
      }
      return new OcrWord(text.toString(), new BoundingBox(0, 0, 0, 0), confidence);
    }
  }

  private static OcrWord compare(OcrWord first, OcrWord second, int points) {
    int written = points(first.text());
    if (plain(second.text()).equals(plain(first.text()))) {
      boolean confirmed = points <= written;
      double confidence =
          Math.max(first.confidence(), Math.min(second.confidence(), CONFIRMED_CONFIDENCE));
      return confirmed ? with(first, first.text(), confidence) : withDoubt(first);
    }
    boolean onlyPoints = bare(second.text()).equals(bare(first.text()));
    if (onlyPoints && points > written && points(second.text()) == points) {
      return with(first, second.text(), Math.min(CORRECTED_CONFIDENCE, second.confidence()));
    }
    return withDoubt(first);
  }

  private static OcrWord withDoubt(OcrWord word) {
    return with(word, word.text(), Math.min(word.confidence(), CONFLICT_CONFIDENCE));
  }

  private static OcrWord with(OcrWord word, String text, double confidence) {
    return new OcrWord(text, word.box(), confidence);
  }

  private static int points(String text) {
    return (int) text.chars().filter(c -> ".,:;".indexOf(c) >= 0).count();
  }

  private static String plain(String text) {
    return text.replace('—', '-').replace('–', '-');
  }

  private static String bare(String text) {
    return plain(text).replaceAll("[.,:;]", "");
  }
}
