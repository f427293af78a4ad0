package io.tributary.model;

import java.util.Map;

/**
 * Zone offsets computed from the laws in force from 2008 to 2037, with civil-calendar arithmetic
 * and no time library.
 */
final class ZoneOffsetOracle {
  /** Offset in minutes at an epoch minute. */
  interface OffsetRule {
    int offset(long epochMinute);
  }

  private static final long DAY = 1440;

  static final Map<String, OffsetRule> ZONES =
      Map.of(
          "Asia/Kolkata", m -> 330,
          "Asia/Kathmandu", m -> 345,
          "America/Lima", m -> -300,
          // Last Sundays of March and October, 01:00 UTC.
          "Europe/Berlin", m -> northernOffset(m, 60, 60, last(m, 3) + 60, last(m, 10) + 60),
          "Europe/London", m -> northernOffset(m, 0, 60, last(m, 3) + 60, last(m, 10) + 60),
          // Second Sunday of March and first of November, 02:00 local.
          "America/New_York",
              m -> northernOffset(m, -300, 60, nth(m, 3, 2) + 120 + 300, nth(m, 11, 1) + 120 + 240),
          // The same, but at one minute past midnight until the law of November 2011.
          "America/St_Johns",
              m ->
                  northernOffset(
                      m,
                      -210,
                      60,
                      nth(m, 3, 2) + (year(m) < 2012 ? 1 : 120) + 210,
                      nth(m, 11, 1) + (year(m) < 2011 ? 1 : 120) + 150),
          // First Sunday of October and first of April, 02:00 local; half an hour.
          "Australia/Lord_Howe",
              m -> southernOffset(m, 630, 30, nth(m, 10, 1) + 120 - 630, nth(m, 4, 1) + 120 - 660),
          "Australia/Sydney",
              m -> southernOffset(m, 600, 60, nth(m, 10, 1) + 120 - 600, nth(m, 4, 1) + 180 - 660),
          // Last Sunday of September 02:45 standard time, first of April 03:45 daylight saving
          // time.
          "Pacific/Chatham",
              m -> southernOffset(m, 765, 60, last(m, 9) + 165 - 765, nth(m, 4, 1) + 225 - 825));

  private static final long[] NEW_YEAR = new long[100];

  static {
    for (int y = 1970; y < 2069; y++) {
      NEW_YEAR[y + 1 - 1970] = NEW_YEAR[y - 1970] + (leap(y) ? 366 : 365);
    }
  }

  private ZoneOffsetOracle() {}

  private static int northernOffset(long m, int standard, int summer, long begin, long end) {
    return m >= begin && m < end ? standard + summer : standard;
  }

  private static int southernOffset(long m, int standard, int summer, long begin, long end) {
    return m >= begin || m < end ? standard + summer : standard;
  }

  /** Returns the epoch minute of 00:00 UTC on the n-th Sunday of a month in the year of m. */
  private static long nth(long m, int month, int n) {
    long first = days(year(m), month, 1);
    long toSunday = Math.floorMod(-(first + 4), 7);
    return (first + toSunday + 7L * (n - 1)) * DAY;
  }

  /** Returns the same for the last Sunday of the month. */
  private static long last(long m, int month) {
    long end = days(year(m), month, 31);
    if (month == 9) {
      end = days(year(m), month, 30);
    }
    return (end - Math.floorMod(end + 4, 7)) * DAY;
  }

  static int year(long m) {
    long day = Math.floorDiv(m, DAY);
    int year = (int) (1970 + day / 366);
    while (NEW_YEAR[year + 1 - 1970] <= day) {
      year++;
    }
    return year;
  }

  /** Counts the days from 1970-01-01, which was a Thursday. */
  static long days(int year, int month, int day) {
    long out = NEW_YEAR[year - 1970];
    int[] lengths = {31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int i = 1; i < month; i++) {
      out += lengths[i - 1];
    }
    return out + day - 1;
  }

  private static boolean leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }
}
