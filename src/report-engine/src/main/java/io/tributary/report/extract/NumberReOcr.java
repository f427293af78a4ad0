package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixAddBorder;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.bytedeco.leptonica.global.leptonica.pixScale;

import io.tributary.report.extract.Tesseract.Found;
import io.tributary.report.extract.Tesseract.Layout;
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
  private static final double SURE = 0.82;
  private static final double DIFFERENT = 0.35;
  private static final double MENDED = 0.75;
  private static final double SEEN = 0.5;
  private static final int MOST = 80;
  private static final float LARGER = 1.5f;
  private static final int BORDER = 24;
  private static final int PAPER = 255;

  private final Tesseract reader;
  private final Bitmap page;
  private int looks;

  NumberReOcr(Tesseract reader, Bitmap page) {
    this.reader = reader;
    this.page = page;
  }

  List<Found> at(List<Found> words) {
    List<Found> out = new ArrayList<>(words.size());
    for (Found word : words) {
      out.add(isNumber(word.text()) ? checked(word) : word);
    }
    return out;
  }

  private static boolean isNumber(String text) {
    long digits = text.chars().filter(Character::isDigit).count();
    return digits > 0 && digits * 2 >= text.length();
  }

  private Found checked(Found word) {
    BOX place = place(word.box());
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return word;
    }
    try (Bitmap part = new Bitmap(clip)) {
      Optional<String> faint = FaintDecimalPoints.put(part, word.text());
      if (faint.isPresent()) {
        return with(word, faint.get(), Math.min(SEEN, word.confidence()));
      }
      int points = DecimalPoints.in(part);
      int written = points(word.text());
      if (points <= written && word.confidence() >= SURE || ++looks > MOST) {
        return points <= written ? word : unsure(word);
      }
      Found seen = compared(word, again(part), points);
      // Both readings can lack a point that is plainly visible. It is inserted, but the number
      // stays uncertain.
      return points == written + 1 && points(seen.text()) == written
          ? DecimalPoints.put(part, word.text()).map(t -> with(word, t, SEEN)).orElse(seen)
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

  private Found again(Bitmap part) {
    try (Bitmap larger = new Bitmap(pixScale(part.pix(), LARGER, LARGER));
        Bitmap framed = new Bitmap(pixAddBorder(larger.pix(), BORDER, PAPER))) {
      List<Found> found = reader.words(framed, Layout.LINE);
      StringBuilder text = new StringBuilder();
      double confidence = found.isEmpty() ? 0 : 1;
      for (Found f : found) {
        text.append(f.text());
        confidence = Math.min(confidence, f.confidence());
      }
      return new Found(text.toString(), new BoundingBox(0, 0, 0, 0), confidence);
    }
  }

  private static Found compared(Found first, Found second, int points) {
    int written = points(first.text());
    if (plain(second.text()).equals(plain(first.text()))) {
      boolean confirmed = points <= written;
      double confidence = Math.max(first.confidence(), Math.min(second.confidence(), SURE));
      return confirmed ? with(first, first.text(), confidence) : unsure(first);
    }
    boolean onlyPoints = bare(second.text()).equals(bare(first.text()));
    if (onlyPoints && points > written && points(second.text()) == points) {
      return with(first, second.text(), Math.min(MENDED, second.confidence()));
    }
    return unsure(first);
  }

  private static Found unsure(Found word) {
    return with(word, word.text(), Math.min(word.confidence(), DIFFERENT));
  }

  private static Found with(Found word, String text, double confidence) {
    return new Found(text, word.box(), confidence);
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
