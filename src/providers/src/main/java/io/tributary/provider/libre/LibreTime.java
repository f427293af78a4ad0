package io.tributary.provider.libre;

import io.tributary.provider.document.LenientJson;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** Parses wall-clock times of the app, such as {@code 3/2/2026 7:48:11 AM}. */
final class LibreTime {
  private static final DateTimeFormatter US =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("M/d/uuuu h:mm:ss a")
          .toFormatter(Locale.US)
          .withResolverStyle(ResolverStyle.STRICT);

  private LibreTime() {}

  /** Returns null if invalid. */
  static LocalDateTime orNull(String text) {
    try {
      // Some formatters write a narrow space before AM and PM.
      return text == null
          ? null
          : LocalDateTime.parse(text.strip().replaceAll("[\\s\\u00a0\\u202f]+", " "), US);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /**
   * @throws IllegalArgumentException if invalid
   */
  static LocalDateTime required(String text) {
    return LenientJson.required("Timestamp", orNull(text));
  }
}
