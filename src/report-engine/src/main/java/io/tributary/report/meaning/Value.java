package io.tributary.report.meaning;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a printed value is; the first form that fits decides. */
sealed interface Value {
  /** A number. */
  record Number(BigDecimal n) implements Value {}

  /** Less or more than a number; {@code equal}: or as much. */
  record Limit(boolean more, boolean equal, BigDecimal n) implements Value {}

  /** From one number to another. */
  record Span(BigDecimal from, BigDecimal to) implements Value {}

  /** Anything else, of a known type. */
  record Other(ResultType type) implements Value {}

  Set<String> WORDS = Set.of("true", "false", "yes", "no", "positive", "negative");
  Pattern LIMIT = Pattern.compile("(<=|>=|=<|=>|<|>|~)\\s*(" + Numbers.NUMBER + ")\\s?%?");
  Pattern SPAN = Pattern.compile("(" + Numbers.NUMBER + ")\\s*-\\s*(" + Numbers.NUMBER + ")");
  Pattern PERCENT = Pattern.compile(Numbers.NUMBER + "\\s?%");
  Pattern RATIO = Pattern.compile(Numbers.NUMBER + "\\s?/\\s?" + Numbers.NUMBER);
  Pattern DURATION =
      Pattern.compile(
          "\\d{2}:[0-5]\\d(?::[0-5]\\d)?|(?:\\d+(?:[.,]\\d+)?\\s?(?:[dhms]|(?i:days?|hrs?|hours?|mins?|minutes?|secs?|seconds?))\\s*)+");

  /** Longer texts are remarks; patterns of numbers are not tried on them. */
  int LONGEST = 200;

  static Value read(String printed, Numbers numbers) {
    String text = Signs.plain(printed);
    if (text.length() > LONGEST) {
      return new Other(ResultType.COMMENT);
    }
    Optional<BigDecimal> number = numbers.read(text);
    if (number.isPresent()) {
      return new Number(number.get());
    }
    Optional<Value> range = limit(text, numbers).or(() -> span(text, numbers));
    return range.orElseGet(() -> new Other(other(text)));
  }

  private static Optional<Value> limit(String text, Numbers numbers) {
    Matcher m = LIMIT.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String sign = m.group(1);
    return numbers
        .read(m.group(2))
        .map(
            n ->
                sign.equals("~")
                    ? new Other(ResultType.RANGE)
                    : new Limit(sign.contains(">"), sign.contains("="), n));
  }

  private static Optional<Value> span(String text, Numbers numbers) {
    Matcher m = SPAN.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    return numbers
        .read(m.group(1))
        .flatMap(a -> numbers.read(m.group(2)).map(b -> (Value) new Span(a, b)));
  }

  private static ResultType other(String text) {
    if (PERCENT.matcher(text).matches()) {
      return ResultType.PERCENTAGE;
    }
    if (RATIO.matcher(text).matches()) {
      return ResultType.RATIO;
    }
    if (WORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return ResultType.BOOLEAN;
    }
    return DURATION.matcher(text).matches() ? ResultType.DURATION : ResultType.COMMENT;
  }

  /** Its type on the wire. */
  default ResultType type() {
    return switch (this) {
      case Number n -> ResultType.NUMERIC;
      case Limit l -> ResultType.RANGE;
      case Span s -> ResultType.RANGE;
      case Other o -> o.type;
    };
  }
}
