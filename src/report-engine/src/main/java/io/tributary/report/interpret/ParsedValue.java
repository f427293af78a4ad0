package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Typed form of a printed value; the first matching form is used. */
sealed interface ParsedValue {
  record Number(BigDecimal number) implements ParsedValue {}

  /** Value below or above a limit; {@code equal} includes the limit itself. */
  record Limit(boolean lower, boolean inclusive, BigDecimal number) implements ParsedValue {}

  /** Interval between two numbers. */
  record Span(BigDecimal from, BigDecimal to) implements ParsedValue {}

  /** Any other value, of a known type. */
  record Other(ValueKind type) implements ParsedValue {}

  Set<String> WORDS = Set.of("true", "false", "yes", "no", "positive", "negative");
  Pattern LIMIT = Pattern.compile("(<=|>=|=<|=>|<|>|~)\\s*(" + NumberParser.NUMBER + ")\\s?%?");
  Pattern SPAN =
      Pattern.compile("(" + NumberParser.NUMBER + ")\\s*-\\s*(" + NumberParser.NUMBER + ")");
  Pattern PERCENT = Pattern.compile(NumberParser.NUMBER + "\\s?%");
  Pattern RATIO = Pattern.compile(NumberParser.NUMBER + "\\s?/\\s?" + NumberParser.NUMBER);
  Pattern DURATION =
      Pattern.compile(
          "\\d{2}:[0-5]\\d(?::[0-5]\\d)?|(?:\\d+(?:[.,]\\d+)?\\s?(?:[dhms]|(?i:days?|hrs?|hours?|mins?|minutes?|secs?|seconds?))\\s*)+");

  /**
   * Maximum length of a value; longer texts are comments, to which the patterns are not applied.
   */
  int MAX_LENGTH = 200;

  static ParsedValue parse(String printed, NumberParser numbers) {
    String text = CharacterNormalizer.normalize(printed);
    if (text.length() > MAX_LENGTH) {
      return new Other(ValueKind.COMMENT);
    }
    Optional<BigDecimal> number = numbers.parse(text);
    if (number.isPresent()) {
      return new Number(number.get());
    }
    Optional<ParsedValue> range = limit(text, numbers).or(() -> span(text, numbers));
    return range.orElseGet(() -> new Other(otherKind(text)));
  }

  private static Optional<ParsedValue> limit(String text, NumberParser numbers) {
    Matcher m = LIMIT.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String sign = m.group(1);
    return numbers
        .parse(m.group(2))
        .map(
            n ->
                sign.equals("~")
                    ? new Other(ValueKind.RANGE)
                    : new Limit(sign.contains(">"), sign.contains("="), n));
  }

  private static Optional<ParsedValue> span(String text, NumberParser numbers) {
    Matcher m = SPAN.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    return numbers
        .parse(m.group(1))
        .flatMap(a -> numbers.parse(m.group(2)).map(b -> (ParsedValue) new Span(a, b)));
  }

  private static ValueKind otherKind(String text) {
    if (PERCENT.matcher(text).matches()) {
      return ValueKind.PERCENTAGE;
    }
    if (RATIO.matcher(text).matches()) {
      return ValueKind.RATIO;
    }
    if (WORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return ValueKind.BOOLEAN;
    }
    return DURATION.matcher(text).matches() ? ValueKind.DURATION : ValueKind.COMMENT;
  }

  /** Returns the type for JSON. */
  default ValueKind type() {
    return switch (this) {
      case Number n -> ValueKind.NUMERIC;
      case Limit l -> ValueKind.RANGE;
      case Span s -> ValueKind.RANGE;
      case Other o -> o.type;
    };
  }
}
