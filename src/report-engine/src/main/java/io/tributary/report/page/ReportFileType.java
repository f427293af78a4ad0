package io.tributary.report.page;

import java.util.Locale;
import java.util.Optional;

/** Supported file types of reports. */
public enum ReportFileType {
  PDF("application/pdf", '%', 'P', 'D', 'F', '-'),
  JPEG("image/jpeg", 0xff, 0xd8, 0xff),
  PNG("image/png", 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n');

  private final String type;
  private final int[] begin;

  ReportFileType(String type, int... begin) {
    this.type = type;
    this.begin = begin;
  }

  public String type() {
    return type;
  }

  /** Returns the file type for a Content-Type, ignoring its parameters. */
  public static Optional<ReportFileType> of(String contentType) {
    String bare = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    for (ReportFileType media : values()) {
      if (media.type.equals(bare)) {
        return Optional.of(media);
      }
    }
    return Optional.empty();
  }

  /** Checks the magic bytes of a file. */
  public boolean fits(byte[] leading) {
    if (leading.length < begin.length) {
      return false;
    }
    for (int i = 0; i < begin.length; i++) {
      if ((leading[i] & 0xff) != begin[i]) {
        return false;
      }
    }
    return true;
  }
}
