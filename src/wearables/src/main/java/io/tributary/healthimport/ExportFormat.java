package io.tributary.healthimport;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Format of an uploaded file, detected from its first bytes. */
enum ExportFormat {
  ZIP,
  XML;

  /** Number of bytes that are sufficient for detection. */
  static final int DETECTION_BYTES = 512;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ExportFormat of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** Detects the format; empty if the file is neither. */
  static Optional<ExportFormat> of(byte[] head) {
    if (head.length > 3
        && head[0] == 'P'
        && head[1] == 'K'
        && (head[2] == 3 && head[3] == 4 || head[2] == 5 && head[3] == 6)) {
      return Optional.of(ZIP);
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith("\u00ef\u00bb\u00bf")) {
      text = text.substring(3);
    }
    text = text.stripLeading();
    return text.startsWith("<?xml") || text.startsWith("<!") || text.startsWith("<HealthData")
        ? Optional.of(XML)
        : Optional.empty();
  }
}
