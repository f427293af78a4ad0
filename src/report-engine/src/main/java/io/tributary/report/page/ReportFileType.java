package io.tributary.report.page;

import java.util.Locale;
import java.util.Optional;

/** Supported file types of reports. */
public enum ReportFileType {
  PDF("application/pdf", '%', 'P', 'D', 'F', '-'),
  JPEG("image/jpeg", 0xff, 0xd8, 0xff),
  PNG("image/png", 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n');

  private final String contentType;
  private final int[] magicBytes;

  ReportFileType(String type, int... begin) {
    this.contentType = type;
    this.magicBytes = begin;
  }

  public String contentType() {
    return contentType;
  }

  /** Returns the file type for a Content-Type, ignoring its parameters. */
  public static Optional<ReportFileType> fromContentType(String contentType) {
    String bare = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    for (ReportFileType media : values()) {
      if (media.contentType.equals(bare)) {
        return Optional.of(media);
      }
    }
    return Optional.empty();
  }

  /** Checks the magic bytes of a file. */
  public boolean matchesMagicBytes(byte[] leading) {
    if (leading.length < magicBytes.length) {
      return false;
    }
    for (int i = 0; i < magicBytes.length; i++) {
      if ((leading[i] & 0xff) != magicBytes[i]) {
        return false;
      }
    }
    return true;
  }
}
