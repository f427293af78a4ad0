package io.tributary.provider.apple;

import java.time.Instant;

/**
 * Timestamp of an export, such as {@code 2026-03-02 07:48:11 +0100}. It is parsed without a
 * formatter, because each of millions of elements has three of them.
 */
final class ExportTimestamp {
  private static final int FIRST_YEAR = 1900;
  private static final int LAST_YEAR = 2199;
  private static final int LENGTH = 25;

  long seconds;
  int offset;

  /** Parses a timestamp; returns false if it is invalid or not of the years 1900 to 2199. */
  boolean parse(ByteSlice s) {
    byte[] b = s.bytes;
    int i = s.from;
    if (s.length() != LENGTH
        || b[i + 4] != '-'
        || b[i + 7] != '-'
        || b[i + 10] != ' ' && b[i + 10] != 'T'
        || b[i + 13] != ':'
        || b[i + 16] != ':'
        || b[i + 19] != ' '
        || b[i + 20] != '+' && b[i + 20] != '-') {
      return false;
    }
    int year = twoDigits(b, i) * 100 + twoDigits(b, i + 2);
    int month = twoDigits(b, i + 5);
    int day = twoDigits(b, i + 8);
    int hour = twoDigits(b, i + 11);
    int minute = twoDigits(b, i + 14);
    int second = twoDigits(b, i + 17);
    int east = twoDigits(b, i + 21) * 3600 + twoDigits(b, i + 23) * 60;
    if (year < FIRST_YEAR
        || year > LAST_YEAR
        || month < 1
        || month > 12
        || day < 1
        || day > daysInMonth(year, month)
        || hour < 0
        || hour > 23
        || minute < 0
        || minute > 59
        || second < 0
        || second > 60
        || twoDigits(b, i + 21) < 0
        || twoDigits(b, i + 23) < 0
        || twoDigits(b, i + 23) > 59
        || east > 64_800) {
      return false;
    }
    offset = b[i + 20] == '-' ? -east : east;
    seconds = epochDay(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
    return true;
  }

  Instant instant() {
    return Instant.ofEpochSecond(seconds);
  }

  /** Returns two digits as a number, or a value far below zero if either is not a digit. */
  private static int twoDigits(byte[] b, int at) {
    int tens = b[at] - '0';
    int ones = b[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -10_000 : tens * 10 + ones;
  }

  private static int daysInMonth(int year, int month) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Returns the days since 1970. Years are counted from March, so that the leap day comes last. */
  private static long epochDay(int year, int month, int day) {
    long y = month <= 2 ? year - 1 : year;
    long era = y / 400;
    long ofEra = y - era * 400;
    long ofYear = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
  }
}
