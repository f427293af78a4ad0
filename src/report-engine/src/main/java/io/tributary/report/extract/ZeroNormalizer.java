package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixSetInRect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.leptonica.BOX;

/**
 * Erases the slash or dot inside zeros of monospaced type, because the OCR engine reads such zeros
 * as @, 2 or 9.
 */
final class ZeroNormalizer {
  private static final int MOST_SHAPES = 60_000;

  /** Minimum height of a digit, in pixels. */
  private static final int MIN_HEIGHT = 12;

  private static final int MAX_HEIGHT = 60;

  /** Minimum height of a zero, in widths. The round signs ©, ® and list bullets are rounder. */
  private static final double MIN_HEIGHT_RATIO = 1.2;

  private static final double NARROWEST = 2.4;

  /** Minimum number of marked zeros per page; a single one is something else. */
  private static final int MIN_MARKED_ZEROS = 3;

  /** Ink thresholds; the second is for blurred strokes. */
  private static final int[] DARK = {180, 120};

  private ZeroNormalizer() {}

  static void eraseMarks(Bitmap pic) {
    byte[] grey = pic.bytes();
    int stride = grey.length / pic.height();
    List<BOX> marks = new ArrayList<>();
    int found = 0;
    for (ConnectedComponent shape : ConnectedComponent.of(pic, MOST_SHAPES)) {
      Optional<List<BOX>> inside =
          isCandidate(shape) ? markedRows(shape, grey, stride) : Optional.empty();
      if (inside.isPresent()) {
        marks.addAll(inside.get());
        found++;
      }
    }
    for (BOX mark : marks) {
      if (found >= MIN_MARKED_ZEROS) {
        pixSetInRect(pic.pix(), mark);
      }
      boxDestroy(mark);
    }
  }

  private static boolean isCandidate(ConnectedComponent s) {
    return s.h() >= MIN_HEIGHT
        && s.h() <= MAX_HEIGHT
        && s.h() >= MIN_HEIGHT_RATIO * s.w()
        && s.h() <= NARROWEST * s.w();
  }

  /** Returns the rows of the inner area to erase; empty if the shape is no marked zero. */
  private static Optional<List<BOX>> markedRows(ConnectedComponent s, byte[] grey, int stride) {
    for (int dark : DARK) {
      Optional<ZeroInterior> counter =
          ZeroInterior.find(
              s.w(),
              s.h(),
              (x, y) -> {
                // Four pixels per 32-bit word, the first in the highest byte.
                return (grey[(s.y() + y) * stride + (s.x() + x ^ 3)] & 0xff) < dark;
              });
      if (counter.isPresent()) {
        return counter.map(c -> rows(c, s));
      }
    }
    return Optional.empty();
  }

  private static List<BOX> rows(ZeroInterior counter, ConnectedComponent s) {
    List<BOX> rows = new ArrayList<>();
    for (int y = 0; y < s.h(); y++) {
      if (counter.last(y) >= counter.first(y)) {
        int width = counter.last(y) - counter.first(y) + 1;
        rows.add(boxCreate(s.x() + counter.first(y), s.y() + y, width, 1));
      }
    }
    return rows;
  }
}
