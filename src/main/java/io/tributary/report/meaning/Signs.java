package io.tributary.report.meaning;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Signs that are printed in several ways, as one. */
final class Signs {
  /** A power of ten whose exponent is raised; elsewhere raised digits are marks of footnotes. */
  private static final Pattern RAISED =
      Pattern.compile(
          "(?<=[x*]\\s?10)([⁰¹²³⁴-⁹]{1,2})|(?<=(?<![\\d.,])10)([⁰¹²³⁴-⁹]{1,2})(?=\\s*(?:cells?)?\\s*/)");

  /** Thousands with thin room or a stroke between them. */
  private static final Pattern PARTED =
      Pattern.compile(
          "(?<![\\d.,])([1-9]\\d{0,2}(?:[ '’](?!10[369]\\s*/)\\d{3})+)(?!\\d|[ '’]\\d)");

  private static final Pattern MIDDLE = Pattern.compile("(?<=\\d)[·•](?=\\d)");

  private static final String DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private Signs() {}

  static String plain(String text) {
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
    out = RAISED.matcher(out).replaceAll(m -> "^" + lowered(m.group()));
    out = out.replace('\u00a0', ' ').replace('\u202f', ' ').replace('\u2009', ' ').strip();
    out = MIDDLE.matcher(out).replaceAll(".");
    return PARTED.matcher(out).replaceAll(m -> m.group(1).replaceAll("[ '’]", ""));
  }

  private static String lowered(String raised) {
    return raised
        .chars()
        .mapToObj(c -> String.valueOf(DIGITS.indexOf(c)))
        .collect(Collectors.joining());
  }
}
