package io.tributary.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Instants as clients see them: {@code 2026-03-02T07:48:11+00:00}, always in UTC, always with the
 * offset, a fraction of three or six digits only where it is not zero. Finer than microseconds is
 * cut off, because the database keeps no more.
 */
public final class WireTime {
  private static final int SECONDS_PER_DAY = 86_400;

  private WireTime() {}

  /** Formats years 0 to 9999; anything else is refused. */
  public static String format(Instant instant) {
    long seconds = instant.getEpochSecond();
    int micros = instant.getNano() / 1000;
    long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
    int rest = (int) Math.floorMod(seconds, (long) SECONDS_PER_DAY);
    // Days to civil date over 400-year eras: several times cheaper than DateTimeFormatter, which
    // would be half the cost of rendering a page of samples.
    long z = day + 719_468;
    long era = Math.floorDiv(z, 146_097);
    int dayOfEra = (int) (z - era * 146_097);
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int shifted = (5 * dayOfYear + 2) / 153;
    int dayOfMonth = dayOfYear - (153 * shifted + 2) / 5 + 1;
    int month = shifted < 10 ? shifted + 3 : shifted - 9;
    long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    if (year < 0 || year > 9999) {
      throw new IllegalArgumentException("year outside 0 to 9999");
    }
    int fraction = micros == 0 ? 0 : micros % 1000 == 0 ? 4 : 7;
    byte[] out = new byte[25 + fraction];
    four(out, 0, (int) year);
    out[4] = '-';
    two(out, 5, month);
    out[7] = '-';
    two(out, 8, dayOfMonth);
    out[10] = 'T';
    two(out, 11, rest / 3600);
    out[13] = ':';
    two(out, 14, rest / 60 % 60);
    out[16] = ':';
    two(out, 17, rest % 60);
    if (fraction > 0) {
      out[19] = '.';
      int digits = fraction == 4 ? micros / 1000 : micros;
      for (int i = 19 + fraction - 1; i > 19; i--) {
        out[i] = (byte) ('0' + digits % 10);
        digits /= 10;
      }
    }
    int at = 19 + fraction;
    out[at] = '+';
    two(out, at + 1, 0);
    out[at + 3] = ':';
    two(out, at + 4, 0);
    return new String(out, StandardCharsets.ISO_8859_1);
  }

  private static void four(byte[] out, int at, int value) {
    two(out, at, value / 100);
    two(out, at + 2, value % 100);
  }

  private static void two(byte[] out, int at, int value) {
    out[at] = (byte) ('0' + value / 10);
    out[at + 1] = (byte) ('0' + value % 10);
  }
}
