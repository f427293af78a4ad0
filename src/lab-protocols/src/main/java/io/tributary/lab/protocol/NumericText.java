package io.tributary.lab.protocol;

import io.tributary.lab.protocol.ResultValue.Kind;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Classifies text as a number, a range or a comment. */
public final class NumericText {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})");
  private static final Pattern RANGE =
      Pattern.compile("[<>]=?\\d*(\\.\\d+)?|\\d*(\\.\\d+)?-\\d*(\\.\\d+)?");
  private static final Pattern DIGIT = Pattern.compile("\\d");

  private NumericText() {}

  static Kind classify(String text) {
    String bare = text.strip();
    if (NUMBER.matcher(bare).matches()) {
      return Kind.NUMERIC;
    }
    return isRange(bare.replace(" ", "")) ? Kind.RANGE : Kind.COMMENT;
  }

  static Kind classify(ResultValue.Structured s) {
    if (s.comparator().isEmpty() && s.separator().isEmpty() && s.second().isEmpty()) {
      return classify(s.first());
    }
    String text = s.comparator() + s.first() + s.separator() + s.second();
    return isRange(text.replace(" ", "")) ? Kind.RANGE : Kind.COMMENT;
  }

  private static boolean isRange(String text) {
    return RANGE.matcher(text).matches() && DIGIT.matcher(text).find();
  }

  /** Parses a plain decimal number; exponents and words yield empty. */
  public static Optional<BigDecimal> parseNumber(String text) {
    String bare = text.strip();
    if (!NUMBER.matcher(bare).matches()) {
      return Optional.empty();
    }
    String plain = bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
    return Optional.of(new BigDecimal(plain));
  }
}
