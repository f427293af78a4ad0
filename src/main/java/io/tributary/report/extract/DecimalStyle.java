package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.Found;
import java.util.List;
import java.util.regex.Pattern;

/**
 * On a page that writes its decimals with points, a few with commas are points that were misread.
 */
final class DecimalStyle {
  private static final Pattern POINT = Pattern.compile(".*\\d\\.\\d.*");
  private static final Pattern COMMA = Pattern.compile("\\D?\\d{1,3},\\d{1,2}");
  private static final int ENOUGH = 8;
  private static final int TIMES = 5;
  private static final double MENDED = 0.75;

  private DecimalStyle() {}

  static List<Found> one(List<Found> words) {
    long points = words.stream().filter(w -> POINT.matcher(w.text()).matches()).count();
    long commas = words.stream().filter(w -> COMMA.matcher(w.text()).matches()).count();
    if (commas == 0 || points < ENOUGH || points < TIMES * commas) {
      return words;
    }
    return words.stream()
        .map(
            w ->
                COMMA.matcher(w.text()).matches()
                    ? new Found(
                        w.text().replace(',', '.'), w.box(), Math.min(MENDED, w.confidence()))
                    : w)
        .toList();
  }
}
