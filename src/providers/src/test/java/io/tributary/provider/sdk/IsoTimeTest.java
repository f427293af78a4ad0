package io.tributary.provider.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that the fast timestamp parser agrees with the library for valid and invalid texts. */
class IsoTimeTest {
  private final IsoTime times = new IsoTime();

  private static long library(String text) {
    if (text.length() > 40) {
      return IsoTime.INVALID;
    }
    try {
      Instant at = OffsetDateTime.parse(text).toInstant();
      long first = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
      long end = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1;
      return at.getEpochSecond() < first || at.getEpochSecond() >= end
          ? IsoTime.INVALID
          : at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
    } catch (DateTimeParseException e) {
      return IsoTime.INVALID;
    }
  }

  private void agrees(String text) {
    assertEquals(library(text), times.micros(text), text);
  }

  @Test
  void randomDateTimesAreReadAsTheLibraryReadsThem() {
    Random random = new Random(7);
    for (int i = 0; i < 40_000; i++) {
      LocalDateTime local =
          LocalDateTime.ofEpochSecond(
              random.nextLong(-62_135_596_800L, 253_402_300_799L),
              random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000),
              ZoneOffset.UTC);
      ZoneOffset offset =
          random.nextBoolean()
              ? ZoneOffset.UTC
              : ZoneOffset.ofTotalSeconds(60 * random.nextInt(-1080, 1081));
      agrees(local.atOffset(offset).toString());
    }
  }

  @Test
  void damagedDateTimesAreReadAsTheLibraryReadsThem() {
    Random random = new Random(11);
    String alphabet = "0123456789-+:.TZtz 5926";
    for (int i = 0; i < 60_000; i++) {
      StringBuilder text =
          new StringBuilder(
              random.nextBoolean() ? "2024-02-29T23:59:59.123456+05:30" : "2026-03-02T06:48:11Z");
      for (int n = random.nextInt(3); n >= 0; n--) {
        int at = random.nextInt(text.length());
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, c);
          case 1 -> text.deleteCharAt(at);
          default -> text.insert(at, c);
        }
      }
      agrees(text.toString());
    }
  }

  @Test
  void edgesAreReadAsTheLibraryReadsThem() {
    for (String text :
        List.of(
            "",
            "2026-03-02",
            "2026-03-02T06:48Z",
            "2026-03-02T06:48:11",
            "2026-03-02 06:48:11Z",
            "2026-02-29T00:00:00Z",
            "2024-02-29T00:00:00Z",
            "2026-03-02T24:00:00Z",
            "2026-03-02T23:59:60Z",
            "2026-03-02T06:48:11.Z",
            "2026-03-02T06:48:11.1234567891Z",
            "2026-03-02T06:48:11.000000999Z",
            "1969-12-31T23:59:59.999999999Z",
            "0000-12-31T23:59:59Z",
            "0001-01-01T00:00:00+01:00",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999Z",
            "9999-12-31T23:59:59-01:00",
            "2026-03-02T06:48:11+18:00",
            "2026-03-02T06:48:11+18:01",
            "2026-03-02T06:48:11-00:00",
            "2026-03-02T06:48:11+0100",
            "2026-03-02T06:48:11+01:00:30",
            "+12026-03-02T06:48:11Z",
            "2026-03-02t06:48:11z")) {
      agrees(text);
    }
  }
}
