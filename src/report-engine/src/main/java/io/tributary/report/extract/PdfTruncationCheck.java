package io.tributary.report.extract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects truncated PDF files, which may still open but lack pages or results. Data that portals
 * append after the end is harmless.
 */
final class PdfTruncationCheck {
  private static final byte[] MARK = "%%EOF".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OBJECT = "obj".getBytes(StandardCharsets.US_ASCII);

  private static final String BLANKS = "\0\t\n\f\r ";

  private PdfTruncationCheck() {}

  /**
   * Returns true if the file has no end mark, or if objects follow the last one: the file continued
   * after an older end.
   */
  static boolean isTruncated(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int end = all.length - MARK.length;
    while (end >= 0 && !matchesAt(all, end, MARK)) {
      end--;
    }
    for (int i = end + 1; end >= 0 && i < all.length; i++) {
      if (matchesAt(all, i, OBJECT) && followsNumber(all, i)) {
        return true;
      }
    }
    return end < 0;
  }

  /** Allows any white space in between (ISO 32000-2, 7.2.3). */
  private static boolean followsNumber(byte[] all, int from) {
    int i = from - 1;
    while (BLANKS.indexOf(all[i]) >= 0) {
      i--;
    }
    return i < from - 1 && Character.isDigit(all[i]);
  }

  private static boolean matchesAt(byte[] all, int from, byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (from + i >= all.length || all[from + i] != text[i]) {
        return false;
      }
    }
    return true;
  }
}
