package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.InterpretedRow;
import io.tributary.report.page.TextSpan;
import java.util.Locale;
import java.util.regex.Pattern;

/** Detects typical OCR errors within a single row of a scanned page. */
final class OcrErrorPatterns {
  private static final int MAX_NUMBER_LENGTH = 8;
  private static final int MAX_RANGE_LENGTH = 14;
  private static final int MIN_DOUBLED_LENGTH = 7;

  private static final Pattern RANGE_AT_END = Pattern.compile(".*\\s(\\d{2,4})\\s?-\\s?(\\d{2,4})");

  private OcrErrorPatterns() {}

  /**
   * Detects a value of "less than n" with n above the range. Without a recognized heading, value
   * and range may be swapped.
   */
  static boolean isLimitAboveRange(InterpretedRow r) {
    return r.value() instanceof ParsedValue.Limit v
        && !v.lower()
        && r.bounds().max().filter(m -> v.number().compareTo(m) > 0).isPresent();
  }

  /** Detects a range with digits from which no limit could be parsed. */
  static boolean isRangeUnparsed(InterpretedRow r) {
    String text = r.row().range().map(TextSpan::text).orElse("");
    return r.bounds().isEmpty()
        && r.value().type() != ValueKind.COMMENT
        && text.length() <= MAX_RANGE_LENGTH
        && text.chars().anyMatch(Character::isDigit);
  }

  /** Detects a value that differs from the range text only in capitalization. */
  static boolean differsInCaseOnly(InterpretedRow r) {
    String value = r.row().value().text().strip();
    String range = r.row().range().map(TextSpan::text).orElse("").strip();
    return value.equalsIgnoreCase(range) && !value.equals(range);
  }

  /** Detects characters that are not a number where a number is expected. */
  static boolean isGarbledNumber(InterpretedRow r) {
    String text = r.row().value().text().strip();
    boolean figures =
        !r.bounds().isEmpty() && text.matches("\\S*\\d\\S*") && text.length() <= MAX_NUMBER_LENGTH;
    return r.value().type() == ValueKind.COMMENT
        && !text.contains("+")
        && (figures || text.length() <= 3 && (!r.bounds().isEmpty() || r.unit().isPresent()));
  }

  /** Detects a row without a range whose name ends with two integers, which may be the range. */
  static boolean hasRangeInName(InterpretedRow r) {
    return r.bounds().isEmpty()
        && r.value() instanceof ParsedValue.Number
        && RANGE_AT_END.matcher(CharacterNormalizer.normalize(r.row().name().text())).matches();
  }

  /** Detects a doubled text, where the text of the range was read as part of the value. */
  static boolean isDoubled(InterpretedRow r) {
    String text = r.row().value().text().strip().toLowerCase(Locale.ROOT);
    int half = text.length() / 2;
    return r.value() instanceof ParsedValue.Other
        && text.length() >= MIN_DOUBLED_LENGTH
        && text.length() % 2 == 1
        && text.charAt(half) == ' '
        && text.substring(0, half).equals(text.substring(half + 1));
  }

  /** Detects a hardly readable flag that neither value nor range confirms. */
  static boolean isFlagUncertain(InterpretedRow r, double least) {
    if (r.row().flag().filter(f -> f.confidence() < least).isEmpty() || r.flag().isEmpty()) {
      return false;
    }
    RangeComparison judged = RangeComparison.of(r.value(), r.bounds());
    return switch (r.flag().get().side()) {
      case HIGH -> !judged.above().orElse(false);
      case LOW -> !judged.below().orElse(false);
      case NONE -> !judged.isOutside();
    };
  }
}
