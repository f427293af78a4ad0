package io.tributary.provider.sdk;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * Fast parser of ISO date-times with an offset, equivalent to {@link OffsetDateTime#parse}. The
 * common format is parsed digit by digit and all others by the library. Caches the last day, so it
 * is not thread-safe.
 */
final class IsoTime {
  /** Result for a text that is not a date-time with an offset. */
  static final long INVALID = Long.MIN_VALUE;

  private static final long MICROS = 1_000_000;
  private static final int DATE_AND_TIME = 19;
  private static final int MAX_LENGTH = 40;
  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long END = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1;

  private int lastDate = -1;
  private long lastDay;

  /**
   * Returns microseconds since 1970, truncated; the invalid marker for other texts and for years
   * outside of 1 to 9999.
   */
  long micros(char[] text, int from, int length) {
    long fast = parseCommonFormat(text, from, length);
    return fast == INVALID ? parseWithLibrary(text, from, length) : fast;
  }

  long micros(String text) {
    return micros(text.toCharArray(), 0, text.length());
  }

  /**
   * Returns whether the time is within the years 1 to 9999, which clients and the database support.
   */
  static boolean isSupported(long micros) {
    return micros >= FIRST * MICROS && micros < END * MICROS;
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000);
  }

  /**
   * Parses {@code 2026-03-02T06:48:11[.fraction](Z|±hh:mm)}; returns the invalid marker for any
   * other format.
   */
  private long parseCommonFormat(char[] t, int at, int length) {
    if (length <= DATE_AND_TIME
        || t[at + 4] != '-'
        || t[at + 7] != '-'
        || t[at + 10] != 'T'
        || t[at + 13] != ':'
        || t[at + 16] != ':') {
      return INVALID;
    }
    int year = twoDigits(t, at) * 100 + twoDigits(t, at + 2);
    int month = twoDigits(t, at + 5);
    int dayOfMonth = twoDigits(t, at + 8);
    int hour = twoDigits(t, at + 11);
    int minute = twoDigits(t, at + 14);
    int second = twoDigits(t, at + 17);
    if (twoDigits(t, at) < 0
        || twoDigits(t, at + 2) < 0
        || year < 1
        || month < 1
        || dayOfMonth < 1
        || hour < 0
        || hour > 23
        || minute < 0
        || minute > 59
        || second < 0
        || second > 59) {
      return INVALID;
    }
    int end = at + length;
    int p = at + DATE_AND_TIME;
    int micros = 0;
    if (t[p] == '.') {
      int digits = 0;
      for (p++; p < end && t[p] >= '0' && t[p] <= '9'; p++, digits++) {
        if (digits < 6) {
          micros = micros * 10 + t[p] - '0';
        }
      }
      if (digits == 0 || digits > 9) {
        return INVALID;
      }
      for (; digits < 6; digits++) {
        micros *= 10;
      }
    }
    int offset = offset(t, p, end);
    long day = offset == Integer.MIN_VALUE ? INVALID : day(year, month, dayOfMonth);
    if (day == INVALID) {
      return INVALID;
    }
    return micros(day * 86_400 + hour * 3600 + minute * 60 + second - offset, micros);
  }

  private static long micros(long second, int micros) {
    return second < FIRST || second >= END ? INVALID : second * MICROS + micros;
  }

  private static int offset(char[] t, int p, int end) {
    if (p == end - 1 && t[p] == 'Z') {
      return 0;
    }
    if (p != end - 6 || t[p + 3] != ':' || t[p] != '+' && t[p] != '-') {
      return Integer.MIN_VALUE;
    }
    int hours = twoDigits(t, p + 1);
    int minutes = twoDigits(t, p + 4);
    if (hours < 0 || minutes < 0 || hours > 17 || minutes > 59) {
      return Integer.MIN_VALUE;
    }
    int seconds = hours * 3600 + minutes * 60;
    return t[p] == '-' ? -seconds : seconds;
  }

  private long day(int year, int month, int day) {
    int date = (year * 100 + month) * 100 + day;
    if (date != lastDate) {
      try {
        lastDay = LocalDate.of(year, month, day).toEpochDay();
        lastDate = date;
      } catch (DateTimeException e) {
        return INVALID;
      }
    }
    return lastDay;
  }

  /** Parses two digits; a large negative number if they are not digits. */
  private static int twoDigits(char[] t, int at) {
    int a = t[at] - '0';
    int b = t[at + 1] - '0';
    return a < 0 || a > 9 || b < 0 || b > 9 ? -10_000 : a * 10 + b;
  }

  private static long parseWithLibrary(char[] text, int from, int length) {
    if (length > MAX_LENGTH) {
      return INVALID;
    }
    try {
      Instant at = OffsetDateTime.parse(new String(text, from, length)).toInstant();
      return micros(at.getEpochSecond(), at.getNano() / 1000);
    } catch (DateTimeParseException e) {
      return INVALID;
    }
  }
}
