package io.tributary.report.interpret;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Maps typographic variants of signs to one spelling. */
final class CharacterNormalizer {
  /** Power of ten with a superscript exponent. Other superscript digits are footnote marks. */
  private static final Pattern SUPERSCRIPT_EXPONENT =
      Pattern.compile(
          "(?<=[x*]\\s?10)([⁰¹²³⁴-⁹]{1,2})|(?<=(?<![\\d.,])10)([⁰¹²³⁴-⁹]{1,2})(?=\\s*(?:cells?)?\\s*/)");

  /** Number with thousands separated by thin spaces or apostrophes. */
  private static final Pattern GROUPED_THOUSANDS =
      Pattern.compile(
          "(?<![\\d.,])([1-9]\\d{0,2}(?:[ '’](?!10[369]\\s*(?:cells?\\s*)?/)\\d{3})+)(?!\\d|["
              + " '’]\\d)");

  /** Number with thousands separated by normal spaces, which may also be two numbers. */
  private static final Pattern SPACED_THOUSANDS =
      Pattern.compile(
          "(?<![\\d.,])[1-9]\\d{0,2}(?:[ '’\\u00a0\\u202f\\u2009]\\d{3})* \\d{3}(?![\\d.,]*\\d)");

  /** Text before the end of a range or before a limit. */
  private static final Pattern RANGE_END_PREFIX =
      Pattern.compile(
          "(?i)(?:[-<>=~…]|\\.\\.|\\b(?:to|until|thru|through|and|than|below|under|above|over))"
              + " *$");

  /** Text between the start of a range and its end. */
  private static final Pattern RANGE_CONTINUATION =
      Pattern.compile("(?i) *(?:[-<>=~…]+|\\.\\.+|(?:to|until|thru|through)\\b) *\\d");

  private static final int CONTEXT_LENGTH = 12;

  private static final Pattern MIDDLE_DOT = Pattern.compile("(?<=\\d)[·•](?=\\d)");

  private static final String SUPERSCRIPT_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private CharacterNormalizer() {}

  static String normalize(String text) {
    String out =
        text.replace('≤', '\u0001')
            .replace('⩽', '\u0001')
            .replace('≥', '\u0002')
            .replace('⩾', '\u0002')
            .replace("\u0001", "<=")
            .replace("\u0002", ">=")
            .replace('–', '-')
            .replace('—', '-')
            .replace('−', '-')
            .replace('‐', '-')
            .replace('‑', '-')
            .replace('‒', '-')
            .replace('﹣', '-')
            .replace('－', '-')
            .replace('＜', '<')
            .replace('＞', '>')
            .replace('×', 'x')
            .replace('～', '~')
            .replace('∼', '~')
            .replace('≈', '~');
    out = SUPERSCRIPT_EXPONENT.matcher(out).replaceAll(m -> "^" + toDigits(m.group()));
    out = out.replace('\u00a0', ' ').replace('\u202f', ' ').replace('\u2009', ' ').strip();
    out = MIDDLE_DOT.matcher(out).replaceAll(".");
    return joinThousands(out);
  }

  /** Checks whether a printed number may be two numbers, because it contains a normal space. */
  static boolean mayBeTwoNumbers(String printed) {
    return SPACED_THOUSANDS.matcher(printed).find();
  }

  private static String joinThousands(String text) {
    return GROUPED_THOUSANDS
        .matcher(text)
        .replaceAll(
            m ->
                isRangeBoundary(text, m)
                    ? Matcher.quoteReplacement(m.group())
                    : m.group(1).replaceAll("[ '’]", ""));
  }

  /** Detects the boundary between two ranges, as in {@code 135 - 175 120 - 155}. */
  private static boolean isRangeBoundary(String text, MatchResult m) {
    String before = text.substring(Math.max(0, m.start() - CONTEXT_LENGTH), m.start());
    String after = text.substring(m.end(), Math.min(text.length(), m.end() + CONTEXT_LENGTH));
    return m.group().contains(" ")
        && RANGE_END_PREFIX.matcher(before).find()
        && RANGE_CONTINUATION.matcher(after).lookingAt();
  }

  private static String toDigits(String raised) {
    return raised
        .chars()
        .mapToObj(c -> String.valueOf(SUPERSCRIPT_DIGITS.indexOf(c)))
        .collect(Collectors.joining());
  }
}
