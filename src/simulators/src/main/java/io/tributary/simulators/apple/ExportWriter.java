package io.tributary.simulators.apple;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Writes XML elements with timestamps of a phone in Berlin. */
final class ExportWriter implements AutoCloseable {
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xx");

  private final OutputStream out;
  private final StringBuilder line = new StringBuilder(1 << 16);
  private String day = "";
  private long dayFrom;
  private long dayTo;
  private String offset = "";

  ExportWriter(OutputStream out) {
    this.out = out;
  }

  ExportWriter add(String text) {
    line.append(text);
    return this;
  }

  ExportWriter add(long number) {
    line.append(number);
    return this;
  }

  /** Appends a number with at most three decimals. */
  ExportWriter add(double number) {
    long thousandths = Math.round(number * 1000);
    line.append(thousandths / 1000);
    long rest = thousandths % 1000;
    if (rest > 0) {
      String digits = Long.toString(1000 + rest).substring(1);
      line.append('.').append(digits.replaceAll("0+$", ""));
    }
    return this;
  }

  /**
   * Appends a timestamp. Within a day it is formatted by hand, because files hold millions of them.
   */
  ExportWriter time(long second) {
    if (second < dayFrom || second >= dayTo) {
      ZonedDateTime t = Instant.ofEpochSecond(second).atZone(ZONE);
      ZonedDateTime begin = t.toLocalDate().atStartOfDay(ZONE);
      ZonedDateTime end = begin.plusDays(1);
      if (!begin.getOffset().equals(end.getOffset())) {
        line.append(TIME.format(t));
        return this;
      }
      dayFrom = begin.toEpochSecond();
      dayTo = end.toEpochSecond();
      day = t.toLocalDate().toString();
      offset = TIME.format(t).substring(19);
    }
    int s = (int) (second - dayFrom);
    line.append(day).append(' ');
    appendTwoDigits(s / 3600).append(':');
    appendTwoDigits(s / 60 % 60).append(':');
    appendTwoDigits(s % 60).append(offset);
    return this;
  }

  private StringBuilder appendTwoDigits(int n) {
    return line.append((char) ('0' + n / 10)).append((char) ('0' + n % 10));
  }

  void endLine() throws IOException {
    line.append('\n');
    if (line.length() > 1 << 15) {
      flush();
    }
  }

  void flush() throws IOException {
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    line.setLength(0);
  }

  @Override
  public void close() throws IOException {
    flush();
    out.flush();
  }
}
