package io.tributary.provider.libre;

import io.tributary.provider.document.LenientJson;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** Moments as the app writes them: {@code 3/2/2026 7:48:11 AM}, by the clock on the wall. */
final class LibreTime {
  private static final DateTimeFormatter US =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("M/d/uuuu h:mm:ss a")
          .toFormatter(Locale.US)
          .withResolverStyle(ResolverStyle.STRICT);

  private LibreTime() {}

  /** Null for what is none. */
  static LocalDateTime orNull(String text) {
    try {
      // Some formatters put a narrow space before AM and PM.
      return text == null
          ? null
          : LocalDateTime.parse(text.strip().replaceAll("[\\s\\u00a0\\u202f]+", " "), US);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /**
   * @throws IllegalArgumentException for what is none
   */
  static LocalDateTime required(String text) {
    return LenientJson.required("Timestamp", orNull(text));
  }
}
