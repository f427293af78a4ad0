package io.tributary.lab.protocol.hl7;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Character sets by their HL7 names (table 0211). */
final class Charsets {
  private Charsets() {}

  /** Returns empty if no character set is named or it is not supported. */
  static Optional<Charset> of(String name) {
    String n = name.strip().toUpperCase(Locale.ROOT);
    return switch (n) {
      case "" -> Optional.empty();
      case "UNICODE UTF-8", "UTF-8", "UTF8", "UNICODE" -> Optional.of(StandardCharsets.UTF_8);
      case "UNICODE UTF-16" -> Optional.of(StandardCharsets.UTF_16);
      case "ASCII", "US-ASCII" -> Optional.of(StandardCharsets.ISO_8859_1);
      default ->
          n.matches("(ISO[ _-]?)?8859[/-]\\d{1,2}")
              ? named(
                  "ISO-8859-" + n.substring(Math.max(n.lastIndexOf('/'), n.lastIndexOf('-')) + 1))
              : Optional.empty();
    };
  }

  private static Optional<Charset> named(String name) {
    return Charset.isSupported(name) ? Optional.of(Charset.forName(name)) : Optional.empty();
  }
}
