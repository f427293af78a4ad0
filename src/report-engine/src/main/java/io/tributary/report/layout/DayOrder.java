package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Order of day and month in the dates of a page, used to find the latest of several dates. */
enum DayOrder {
  DAY_FIRST,
  MONTH_FIRST,
  UNKNOWN;

  private static final Pattern DATE =
      Pattern.compile("(\\d{1,2})([/.-])(\\d{1,2})[/.-](?:\\d{4}|\\d{2}),?");

  private static final Pattern TIME =
      Pattern.compile("(?<![\\d:])(\\d{1,2}):(\\d{2})(?::\\d{2})?\\s*([AaPp]\\.?[Mm])?");

  static DayOrder detect(List<TextLine> lines) {
    int day = 0;
    int month = 0;
    for (TextLine line : lines) {
      for (var word : line.words()) {
        Matcher m = DATE.matcher(word.text());
        if (m.matches()) {
          int first = Integer.parseInt(m.group(1));
          int second = Integer.parseInt(m.group(3));
          boolean german = m.group(2).equals(".") && first <= 12 && second <= 12;
          day += first > 12 && second <= 12 || german ? 1 : 0;
          month += second > 12 && first <= 12 ? 1 : 0;
        }
      }
    }
    if (day > 0 == month > 0) {
      return UNKNOWN;
    }
    return day > 0 ? DAY_FIRST : MONTH_FIRST;
  }

  /** Returns the index of the latest date, or empty if that is ambiguous. */
  Optional<Integer> latest(List<String> dates) {
    if (dates.isEmpty()) {
      return Optional.empty();
    }
    List<Long> byDay = dates.stream().map(d -> toSortKey(d, true)).toList();
    List<Long> byMonth = dates.stream().map(d -> toSortKey(d, false)).toList();
    if (hasTie(byDay) || hasTie(byMonth)) {
      return Optional.empty();
    }
    int day = last(byDay);
    int month = last(byMonth);
    if (this == DAY_FIRST || day == month) {
      return Optional.of(day);
    }
    if (this == MONTH_FIRST) {
      return Optional.of(month);
    }
    Predicate<List<Long>> sorted = DayOrder::isSorted;
    if (sorted.test(byDay) == sorted.test(byMonth)) {
      return Optional.empty();
    }
    return Optional.of(sorted.test(byDay) ? day : month);
  }

  private static boolean isSorted(List<Long> dates) {
    List<Long> up = new ArrayList<>(dates);
    up.sort(Long::compare);
    return dates.equals(up) || dates.equals(up.reversed());
  }

  /** Checks whether the latest date occurs twice: samples of one day without times. */
  private static boolean hasTie(List<Long> orders) {
    long latest = orders.stream().mapToLong(Long::longValue).max().orElse(0);
    return orders.stream().filter(o -> o == latest).count() > 1;
  }

  private static int last(List<Long> orders) {
    int best = 0;
    for (int i = 1; i < orders.size(); i++) {
      best = orders.get(i) > orders.get(best) ? i : best;
    }
    return best;
  }

  private static long toSortKey(String date, boolean dayFirst) {
    Matcher time = TIME.matcher(date);
    long minutes = 0;
    if (time.find()) {
      boolean half = time.group(3) != null;
      long hour = Long.parseLong(time.group(1));
      boolean afternoon = half && time.group(3).toLowerCase(java.util.Locale.ROOT).startsWith("p");
      hour = half ? hour % 12 + (afternoon ? 12 : 0) : hour;
      minutes = 60 * hour + Long.parseLong(time.group(2));
    }
    return toDayNumber(date, dayFirst) * 10_000 + minutes;
  }

  private static long toDayNumber(String date, boolean dayFirst) {
    long year = 0;
    long named = 0;
    List<Long> rest = new ArrayList<>();
    for (String part : date.strip().replaceAll("\\s\\d{1,2}:\\d\\d.*", "").split("[^0-9A-Za-z]+")) {
      if (part.matches("(?:19|20)\\d\\d")) {
        year = Long.parseLong(part);
      } else if (part.matches("\\d{1,2}")) {
        rest.add(Long.parseLong(part));
      } else if (part.length() >= 3) {
        int month =
            "janfebmaraprmayjunjulaugsepoctnovdec"
                .indexOf(TextPatterns.lower(part.substring(0, 3)));
        named = month < 0 ? named : 1 + month / 3;
      }
    }
    boolean yearLast = year == 0 && rest.size() > (named > 0 ? 1 : 2);
    if (yearLast) {
      year = 2000 + rest.removeLast();
    }
    boolean yearFirst = date.strip().matches("\\d{4}\\D.*");
    if (named > 0) {
      return year * 10_000 + named * 100 + (rest.isEmpty() ? 0 : rest.getFirst());
    }
    if (rest.size() < 2) {
      return year * 10_000 + (rest.isEmpty() ? 0 : rest.getFirst() * 100);
    }
    long month = rest.get(dayFirst && !yearFirst ? 1 : 0);
    long day = rest.get(dayFirst && !yearFirst ? 0 : 1);
    return year * 10_000 + month * 100 + day;
  }
}
