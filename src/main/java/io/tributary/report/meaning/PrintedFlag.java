package io.tributary.report.meaning;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a laboratory prints beside a value. */
record PrintedFlag(Side side, Interpretation meaning) {
  /** On which side of the range the value is said to be. */
  enum Side {
    HIGH,
    LOW,
    NONE
  }

  private static final Pattern CRITICAL =
      Pattern.compile(
          "hh+|ll+|h{1,2}!+|l{1,2}!+|\\bcrit(ical)?\\b|panic|↑↑|↓↓|⇑⇑|⇓⇓|\\bch\\b|\\bcl\\b|alert|h\\*\\*|l\\*\\*");
  private static final Pattern HIGH =
      Pattern.compile(
          "h+[*!^+]*|.*\\bhigh\\b.*|.*\\bhi\\b.*|.*[↑⇑▲⬆].*|.*\\bhh?\\b.*|.*\\bch\\b.*|.*above.*|.*\\belevated\\b.*|\\^");
  private static final Pattern LOW =
      Pattern.compile(
          "\\*?\\s?l+[*!^-]*|.*\\blow\\b.*|.*\\blo\\b.*|.*[↓⇓▼⬇].*|.*\\bll?\\b.*|.*\\bcl\\b.*|.*below.*");
  private static final Pattern ODD =
      Pattern.compile(
          "a+|\\*+\\s?a|\\*+|!+|.*\\babn?(l|ormal)?\\b\\.?.*|.*out of"
              + " range.*|.*\\babnormal\\b.*|a\\*");
  private static final Pattern FINE =
      Pattern.compile("n|normal|in range|within (normal )?(range|limits)|wnl|norm|nrl");

  /** Empty for anything that is no flag. */
  static Optional<PrintedFlag> read(String printed) {
    String text =
        printed.strip().toLowerCase(Locale.ROOT).replaceAll("^[(\\[]\\s*|\\s*[)\\]]$", "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (FINE.matcher(text).matches()) {
      return Optional.of(new PrintedFlag(Side.NONE, Interpretation.NORMAL));
    }
    boolean high = HIGH.matcher(text).matches();
    boolean low = LOW.matcher(text).matches();
    Side side = high == low ? Side.NONE : high ? Side.HIGH : Side.LOW;
    if (CRITICAL.matcher(text).find()) {
      return Optional.of(new PrintedFlag(side, Interpretation.CRITICAL));
    }
    return high || low || ODD.matcher(text).matches()
        ? Optional.of(new PrintedFlag(side, Interpretation.ABNORMAL))
        : Optional.empty();
  }
}
