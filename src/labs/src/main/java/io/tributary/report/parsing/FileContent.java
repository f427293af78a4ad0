package io.tributary.report.parsing;

import io.tributary.report.page.ReportFileType;
import java.util.Arrays;
import java.util.Optional;

/** Describes an uploaded file whose content does not match its content type. */
final class FileContent {
  private static final int MAX_NAME_LENGTH = 80;

  private FileContent() {}

  /**
   * Returns the error message of a file.
   *
   * @param label name or number of the file
   * @param leading first bytes of its content
   */
  static String mismatch(String label, ReportFileType declared, byte[] leading) {
    return label
        + " is not "
        + describe(declared)
        + ": the content type is "
        + declared.contentType()
        + ", but the content looks like "
        + guess(leading)
        + ".";
  }

  /** Returns a file name without directories and control characters; empty if nothing is left. */
  static Optional<String> displayName(String fileName) {
    String base =
        fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
    String shown = base.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "").strip();
    return shown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            shown.codePointCount(0, shown.length()) > MAX_NAME_LENGTH
                ? shown.substring(0, shown.offsetByCodePoints(0, MAX_NAME_LENGTH)) + "…"
                : shown);
  }

  private static String describe(ReportFileType type) {
    return switch (type) {
      case PDF -> "a PDF";
      case JPEG -> "a JPEG image";
      case PNG -> "a PNG image";
    };
  }

  private static String guess(byte[] leading) {
    for (ReportFileType type : ReportFileType.values()) {
      if (type.matchesMagicBytes(leading)) {
        return describe(type);
      }
    }
    if (startsWith(leading, 'P', 'K', 3, 4)) {
      return "a ZIP or Office file";
    }
    if (startsWith(leading, 'G', 'I', 'F', '8')) {
      return "a GIF image";
    }
    if (startsWith(leading, 'I', 'I', 42, 0) || startsWith(leading, 'M', 'M', 0, 42)) {
      return "a TIFF image";
    }
    if (leading.length >= 8 && startsWith(Arrays.copyOfRange(leading, 4, 8), 'f', 't', 'y', 'p')) {
      return "a HEIC image or a video";
    }
    return isText(leading) ? "text" : "something else";
  }

  private static boolean startsWith(byte[] leading, int... magic) {
    if (leading.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if (leading[i] != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** Accepts printable ASCII, white space and the bytes of multi-byte UTF-8 characters. */
  private static boolean isText(byte[] leading) {
    for (byte b : leading) {
      boolean printable = b >= ' ' && b != 0x7f || b == '\t' || b == '\n' || b == '\r';
      boolean multiByte = (b & 0xff) >= 0x80 && (b & 0xff) <= 0xf4;
      if (!printable && !multiByte) {
        return false;
      }
    }
    return leading.length > 0 && ((leading[0] & 0xff) < 0x80 || (leading[0] & 0xff) >= 0xc2);
  }
}
