package io.tributary.report.interpret;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the dates of one report, with one order of day and month for the whole report.
 *
 * <p>A number above 12 in any date decides the order. Dates that contradict each other leave it
 * unknown. Without such a number, points as separators mean that the day comes first; otherwise the
 * country decides.
 */
final class DateParser {
  /** Order of day and month. */
  enum Order {
    DAY_FIRST,
    MONTH_FIRST
  }

  private static final Pattern ISO =
      Pattern.compile("(?<!\\d)(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)");
  private static final Pattern NUMERIC =
      Pattern.compile(
          "(?<![\\d/.-])(\\d{1,2})\\s?([-/.])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{4}|\\d{2})(?!\\d)");
  private static final Pattern DAY_NAME =
      Pattern.compile(
          "(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[-\\s/.,]{0,2}([a-z]{3,9})\\.?[-\\s/.,']{0,2}(\\d{4}|\\d{2})(?![\\d:])");
  private static final Pattern NAME_DAY =
      Pattern.compile(
          "([a-z]{3,9})\\.?[-\\s/.]{0,2}(\\d{1,2})(?:st|nd|rd|th)?[-,\\s/.]{1,3}(\\d{4}|\\d{2})(?![\\d:])");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private final Optional<Order> order;
  private final int latestYear;

  private DateParser(Optional<Order> order, int latestYear) {
    this.order = order;
    this.latestYear = latestYear;
  }

  /**
   * @param printed all dates of the report
   * @param elsewhere order suggested by other texts of the report
   */
  static DateParser of(List<String> printed, Optional<Order> elsewhere) {
    Set<Order> seen = EnumSet.noneOf(Order.class);
    int latest = 2000;
    boolean points = false;
    for (String p : printed) {
      Matcher m = NUMERIC.matcher(p);
      if (m.find()) {
        orderOf(m).ifPresent(seen::add);
        points |= m.group(2).equals(".");
      }
      Matcher year = Pattern.compile("(?<!\\d)(?:19|20)\\d{2}(?!\\d)").matcher(p);
      while (year.find()) {
        latest = Math.max(latest, Integer.parseInt(year.group()));
      }
    }
    Optional<Order> told = points ? Optional.of(Order.DAY_FIRST) : elsewhere;
    Optional<Order> order = seen.size() > 1 ? Optional.empty() : seen.stream().findFirst();
    return new DateParser(seen.isEmpty() ? told : order, latest);
  }

  /** Returns the order if exactly one of the numbers is above 12. */
  private static Optional<Order> orderOf(Matcher m) {
    int a = Integer.parseInt(m.group(1));
    int b = Integer.parseInt(m.group(3));
    if (a > 12 || b > 12) {
      // Neither number can be a month, so the text is not a date.
      return a > 12 && b > 12
          ? Optional.empty()
          : Optional.of(a > 12 ? Order.DAY_FIRST : Order.MONTH_FIRST);
    }
    return Optional.empty();
  }

  /** Returns the date as YYYY-MM-DD if it is unambiguous, otherwise as printed. */
  String toIsoOrPrinted(String printed, boolean birth) {
    return date(printed, birth).map(LocalDate::toString).orElse(printed.strip());
  }

  /** Returns empty if the text is not a date or is ambiguous. */
  Optional<LocalDate> date(String printed, boolean birth) {
    List<LocalDate> all = possibleDates(printed, birth);
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  /** Returns all dates that the text may mean. */
  List<LocalDate> possibleDates(String printed, boolean birth) {
    String text = printed.toLowerCase(Locale.ROOT);
    Matcher iso = ISO.matcher(text);
    if (iso.find()) {
      return validDate(number(iso, 1), number(iso, 2), number(iso, 3)).stream().toList();
    }
    Matcher m = NUMERIC.matcher(text);
    if (m.find()) {
      int year = expandYear(m.group(4), birth);
      return numericDates(number(m, 1), number(m, 3), year);
    }
    Matcher dn = DAY_NAME.matcher(text);
    if (dn.find() && month(dn.group(2)) > 0) {
      return validDate(expandYear(dn.group(3), birth), month(dn.group(2)), number(dn, 1)).stream()
          .toList();
    }
    Matcher nd = NAME_DAY.matcher(text);
    while (nd.find()) {
      if (month(nd.group(1)) > 0) {
        return validDate(expandYear(nd.group(3), birth), month(nd.group(1)), number(nd, 2)).stream()
            .toList();
      }
    }
    return List.of();
  }

  private List<LocalDate> numericDates(int a, int b, int year) {
    List<LocalDate> out = new ArrayList<>();
    if (order.isEmpty() || order.get() == Order.DAY_FIRST || a > 12) {
      validDate(year, b, a).ifPresent(out::add);
    }
    if (order.isEmpty() || order.get() == Order.MONTH_FIRST || b > 12) {
      validDate(year, a, b).filter(d -> !out.contains(d)).ifPresent(out::add);
    }
    return out;
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }

  private static int month(String word) {
    return word.length() < 3 || word.length() == 4 && word.startsWith("sept")
        ? word.startsWith("sep") ? 9 : 0
        : MONTHS.indexOf(word.substring(0, 3)) + 1;
  }

  /**
   * Expands a two-digit year: a birth is never after the report, and no report is from before 2000.
   */
  private int expandYear(String digits, boolean birth) {
    int n = Integer.parseInt(digits);
    if (digits.length() == 4) {
      return n;
    }
    int pivot = latestYear > 2000 ? latestYear % 100 : 30;
    return birth && n > pivot ? 1900 + n : 2000 + n;
  }

  private static Optional<LocalDate> validDate(int year, int month, int day) {
    try {
      return year < 1880 || year > 2200
          ? Optional.empty()
          : Optional.of(LocalDate.of(year, month, day));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
