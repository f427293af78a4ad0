package io.tributary.report.interpret;

import io.tributary.report.interpret.SexSpecificRange.LabeledRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the patient's part of a reference range that is printed for several ages. */
final class AgeSpecificRange {
  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(?:adults?|child(?:ren)?|infants?|newborns?|neonat(?:es?|al)|p(?:a)?ediatrics?|teen(?:ager)?s?|adolescents?|elderly|geriatric|seniors?|toddlers?|cord"
              + " blood)\\b\\s*[:=\\-]?");

  private static final String UNIT =
      "\\s*-?\\s*(years?|yrs?|y/?o|y|months?|mths?|mos?|weeks?|wks?|days?)\\b(?:\\s*(?:old|of"
          + " age))?";
  private static final Pattern SPAN =
      Pattern.compile(
          "\\(?(?:\\bages?\\s*)?(?:"
              + "(\\d{1,3})\\s*(?:years?|yrs?|y|months?|mths?|mos?|weeks?|wks?|days?)?\\s*(?:-|to)\\s*(?:<\\s*)?(\\d{1,3})|(>=|<=|>|<|over|under|above|below|up"
              + " to)\\s*(\\d{1,3})|(\\d{1,3})\\s*(?:\\+|and (?:above|over|older)|or"
              + " (?:older|more)))"
              + UNIT
              + "(?:\\s*(?:and (?:above|over|older)|or older))?\\)?\\s*[:=\\-,]?");

  private static final int ADULT_AGE = 18;
  private static final int SENIOR_AGE = 65;

  private AgeSpecificRange() {}

  /** Returns an empty text if no part applies to the patient or the choice is ambiguous. */
  static String select(String text, Optional<Integer> years) {
    Optional<List<LabeledRange>> words = SexSpecificRange.splitByLabel(WORDS, text);
    if (words.isEmpty()) {
      return "";
    }
    String own = words.get().isEmpty() ? text : selectByWord(words.get(), years);
    return selectBySpan(own, years);
  }

  private static String selectByWord(List<LabeledRange> parts, Optional<Integer> years) {
    List<LabeledRange> own =
        parts.stream().filter(p -> canApply(p.label(), years.orElse(ADULT_AGE))).toList();
    boolean certain =
        own.stream().allMatch(p -> appliesCertainly(p.label(), years.orElse(ADULT_AGE)));
    return own.size() == 1 && certain ? own.getFirst().text() : "";
  }

  /** Checks whether the label may apply to a patient of this age in whole years. */
  private static boolean canApply(String label, int years) {
    if (label.isEmpty() || label.startsWith("adult")) {
      return years >= ADULT_AGE;
    }
    if (label.matches("(?:newborn|neonat|cord).*")) {
      return years == 0;
    }
    if (label.startsWith("infant")) {
      return years <= 1;
    }
    if (label.startsWith("toddler")) {
      return years >= 1 && years <= 3;
    }
    if (label.matches("(?:teen|adolescent).*")) {
      return years >= 10 && years <= 19;
    }
    if (label.matches("(?:elderly|geriatric|senior).*")) {
      return years >= SENIOR_AGE - 5;
    }
    return years < ADULT_AGE;
  }

  /** Checks whether the label certainly applies. */
  private static boolean appliesCertainly(String label, int years) {
    if (label.matches("(?:newborn|neonat|cord).*")) {
      return false;
    }
    if (label.matches("(?:teen|adolescent).*")) {
      return years >= 13 && years < ADULT_AGE;
    }
    if (label.matches("(?:elderly|geriatric|senior).*")) {
      return years > SENIOR_AGE;
    }
    return !label.startsWith("infant") || years == 0;
  }

  private static String selectBySpan(String text, Optional<Integer> years) {
    Matcher m = SPAN.matcher(text);
    if (!m.find()) {
      return text;
    }
    if (years.isEmpty()) {
      return "";
    }
    String own = "";
    int fitting = 0;
    Optional<List<LabeledRange>> parts = SexSpecificRange.splitByLabel(SPAN, text);
    if (parts.isEmpty() || parts.get().stream().anyMatch(p -> p.label().isEmpty())) {
      return "";
    }
    m.reset();
    for (LabeledRange p : parts.get()) {
      Optional<Boolean> fits = m.find() ? contains(m, years.get()) : Optional.empty();
      if (fits.isEmpty()) {
        return "";
      }
      if (fits.get()) {
        own = p.text();
        fitting++;
      }
    }
    return fitting == 1 ? own : "";
  }

  /**
   * Checks whether an age in whole years is within the span. Returns empty if the answer depends on
   * months.
   */
  private static Optional<Boolean> contains(Matcher m, int years) {
    double unit =
        switch (m.group(6).charAt(0)) {
          case 'm' -> 1 / 12d;
          case 'w' -> 1 / 52d;
          case 'd' -> 1 / 365d;
          default -> 1;
        };
    double from = 0;
    double to = 200;
    if (m.group(1) != null) {
      from = unit * Integer.parseInt(m.group(1));
      to = unit * Integer.parseInt(m.group(2)) + (unit == 1 ? 0.99 : 0);
    } else if (m.group(5) != null) {
      from = unit * Integer.parseInt(m.group(5));
    } else if (m.group(3).matches(">.*|over|above")) {
      from = unit * Integer.parseInt(m.group(4));
    } else {
      to = unit * Integer.parseInt(m.group(4)) - (unit == 1 ? 0.01 : 0);
    }
    if (years >= to || years + 1 <= from) {
      return Optional.of(false);
    }
    return years >= from && years + 0.98 <= to ? Optional.of(true) : Optional.empty();
  }
}
