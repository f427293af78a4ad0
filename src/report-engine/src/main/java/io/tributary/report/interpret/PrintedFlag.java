package io.tributary.report.interpret;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Abnormal flag that a laboratory prints beside a value.
 *
 * @param meaning unknown if the flag has several meanings; the value then does not count as normal
 */
record PrintedFlag(Side side, Interpretation meaning) {
  /** Side of the range that the flag indicates. */
  enum Side {
    HIGH,
    LOW,
    NONE
  }

  private static final Pattern CRITICAL =
      Pattern.compile(
          "^[*!]*\\s?(?:hh+|ll+)[*!]*$|\\b(?:hh|ll|ch|cl)\\b|\\bcrit(?:ical)?\\b|\\bpanic|↑↑|↓↓|⇑⇑|⇓⇓|\\balert\\b");
  private static final Pattern HIGH =
      Pattern.compile(
          "[*!]*\\s?h+[*!^+]*|.*\\b(?:high|hi|hh?|ch|above|elevated|increased|raised|over)\\b.*|.*[↑⇑▲⬆].*|\\^|>+");
  private static final Pattern LOW =
      Pattern.compile(
          "[*!]*\\s?l+[*!^-]*|.*\\b(?:low|lo|ll?|cl|below|decreased|reduced|under)\\b.*|.*[↓⇓▼⬇].*|<+");
  private static final Pattern ABNORMAL_FLAGS =
      Pattern.compile(
          "a+\\*?|\\*+\\s?a|\\*+|!+|\\++|.*\\b(?:abn|abnl|abnormal)\\b.*|.*\\bout(?:side)?[-"
              + " ]?(?:of[- ])?(?:range|normal|limits).*|needs attention|high risk|very high risk");
  private static final Pattern NORMAL_FLAGS =
      Pattern.compile(
          "n|normal|(?:with)?in[- ]?(?:the )?(?:normal |reference"
              + " )?(?:range|limits|normal)|wnl|norm|nrl|ok|optimal|desirable|low(?:er)? risk");

  /** Flags whose meaning differs between laboratories. */
  private static final Pattern AMBIGUOUS =
      Pattern.compile(
          "(?:average|moderate|intermediate|borderline|increased) risk|borderline|high normal|low"
              + " normal|positive|negative|pos|neg|(?:non-? ?)?reactive|(?:not )?detected|equivocal"
              + "|indeterminate|n?r|c|[*!]*c[*!]+|[*!]+c");

  private static final Pattern NEGATED = Pattern.compile("\\b(?:not|no)\\b.*");

  /** Returns empty if the text is not a flag. */
  static Optional<PrintedFlag> parse(String printed) {
    String text =
        printed
            .strip()
            .toLowerCase(Locale.ROOT)
            .replaceAll("^[(\\[]\\s*|\\s*[)\\]]$", "")
            .replace('＞', '>')
            .replace('＜', '<');
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (NORMAL_FLAGS.matcher(text).matches()) {
      return Optional.of(new PrintedFlag(Side.NONE, Interpretation.NORMAL));
    }
    if (AMBIGUOUS.matcher(text).matches()) {
      return Optional.of(new PrintedFlag(Side.NONE, Interpretation.UNKNOWN));
    }
    if (NEGATED.matcher(text).find()) {
      return Optional.empty();
    }
    boolean risk = text.endsWith("risk");
    boolean high = !risk && HIGH.matcher(text).matches();
    boolean low = !risk && LOW.matcher(text).matches();
    Side side = high == low ? Side.NONE : high ? Side.HIGH : Side.LOW;
    if (CRITICAL.matcher(text).find()) {
      return Optional.of(new PrintedFlag(side, Interpretation.CRITICAL));
    }
    return high || low || ABNORMAL_FLAGS.matcher(text).matches()
        ? Optional.of(new PrintedFlag(side, Interpretation.ABNORMAL))
        : Optional.empty();
  }

  /**
   * Parses a flag beside its value, which resolves some ambiguous flags. An ambiguous flag never
   * becomes critical.
   */
  static Optional<PrintedFlag> parse(String printed, String value) {
    String mark = printed.strip().toLowerCase(Locale.ROOT).replaceAll("[()\\[\\]*!]", "");
    String said = value.strip().toLowerCase(Locale.ROOT);
    if (mark.equals("r") && said.matches("(?:reactive|resistant)\\b.*")) {
      return Optional.of(new PrintedFlag(Side.NONE, Interpretation.ABNORMAL));
    }
    if (mark.equals("nr") && said.matches("non-? ?reactive\\b.*")) {
      return Optional.of(new PrintedFlag(Side.NONE, Interpretation.NORMAL));
    }
    return parse(printed);
  }
}
