package io.tributary.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares offsets and days with {@link ZoneOffsetOracle} and with {@code java.util.TimeZone}. */
class LocalZonePropertyTest {
  private static final long FROM = 20_000_000; // minutes; January 2008
  private static final long TO = 35_000_000; // July 2036
  private static final int DAY = 1440;

  private static LocalZone fallback(String zone) {
    return new LocalZone(null, null, ZoneId.of(zone), TimeZonePolicy.FALLBACK_OR_UTC);
  }

  /** Returns random minutes, half of them within {@code close} minutes of a clock change. */
  private static List<Long> minutes(
      Random random, ZoneOffsetOracle.OffsetRule clock, int n, int close) {
    List<Long> changes = new ArrayList<>();
    for (long m = FROM; m < TO; m += DAY) {
      if (clock.offset(m) != clock.offset(m + DAY)) {
        long exact = m;
        while (clock.offset(exact + 1) == clock.offset(m)) {
          exact++;
        }
        changes.add(exact + 1);
      }
    }
    List<Long> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      boolean near = !changes.isEmpty() && i % 2 == 0;
      out.add(
          near
              ? changes.get(random.nextInt(changes.size())) + random.nextInt(-close, close)
              : random.nextLong(FROM, TO));
    }
    return out;
  }

  private static LocalDate date(long localMinute) {
    long day = Math.floorDiv(localMinute, DAY);
    int year = ZoneOffsetOracle.year(localMinute);
    int month = 1;
    while (month < 12 && ZoneOffsetOracle.days(year, month + 1, 1) <= day) {
      month++;
    }
    return LocalDate.of(year, month, (int) (day - ZoneOffsetOracle.days(year, month, 1)) + 1);
  }

  @Test
  void offsetsAndDaysAreThoseOfClocksWorkedOutByHandIn40000Cases() {
    Random random = new Random(1);
    int cases = 0;
    for (Map.Entry<String, ZoneOffsetOracle.OffsetRule> zone :
        new TreeMap<>(ZoneOffsetOracle.ZONES).entrySet()) {
      LocalZone rule = fallback(zone.getKey());
      for (long m : minutes(random, zone.getValue(), 4000, DAY)) {
        Instant at = Instant.ofEpochSecond(m * 60 + random.nextInt(60));
        int offset = zone.getValue().offset(m);
        assertEquals(offset * 60, rule.offset(at), zone.getKey() + " " + at);
        assertEquals(date(m + offset), rule.day(at), zone.getKey() + " " + at);
        cases++;
      }
    }
    assertEquals(40_000, cases);
  }

  /** The oracle is the local time of each minute of the day. */
  @Test
  void wallClocksBecomeInstantsAsTheMinutesOfTheirDayDoIn4000Cases() {
    Random random = new Random(2);
    int cases = 0;
    int skipped = 0;
    int twice = 0;
    for (Map.Entry<String, ZoneOffsetOracle.OffsetRule> zone :
        new TreeMap<>(ZoneOffsetOracle.ZONES).entrySet()) {
      LocalZone rule = fallback(zone.getKey());
      for (long m : minutes(random, zone.getValue(), 400, 90)) {
        long wall = m + zone.getValue().offset(m) + random.nextInt(-60, 60);
        List<Long> shown = localMinute(zone.getValue(), wall);
        long expected;
        if (shown.isEmpty()) {
          // Skipped local time: interpreted with the offset before the change.
          expected = wall - zone.getValue().offset(wall - 26 * 60);
          skipped++;
        } else {
          expected = shown.getFirst();
          twice += shown.size() - 1;
        }
        LocalDateTime text = LocalDateTime.of(date(wall), java.time.LocalTime.MIN);
        text = text.plusMinutes(Math.floorMod(wall, DAY));
        assertEquals(
            Instant.ofEpochSecond(expected * 60), rule.instant(text), zone.getKey() + " " + text);
        cases++;
      }
    }
    assertEquals(4000, cases);
    assertTrue(skipped > 100 && twice > 100, skipped + " skipped, " + twice + " shown twice");
  }

  private static List<Long> localMinute(ZoneOffsetOracle.OffsetRule clock, long wall) {
    List<Long> out = new ArrayList<>();
    for (long m = wall - 16 * 60; m <= wall + 16 * 60; m++) {
      if (m + clock.offset(m) == wall) {
        out.add(m);
      }
    }
    return out;
  }

  @Test
  void everyZoneAgreesWithTheOlderTimeLibraryInOver20000Cases() {
    Random random = new Random(3);
    int cases = 0;
    for (String id : new java.util.TreeSet<>(ZoneId.getAvailableZoneIds())) {
      TimeZone older = TimeZone.getTimeZone(id);
      if (!older.getID().equals(id)) {
        continue;
      }
      for (int i = 0; i < 40; i++) {
        Instant at = Instant.ofEpochSecond(random.nextLong(FROM * 60, TO * 60));
        assertEquals(
            older.getOffset(at.toEpochMilli()) / 1000, fallback(id).offset(at), id + " " + at);
        cases++;
      }
    }
    assertTrue(cases > 20_000, cases + " cases");
  }

  /**
   * A journey: each record has the offset of its location, or none where the watch had no signal.
   */
  @Test
  void travellersHaveTheDayOfEachPlaceIn5000Journeys() {
    Random random = new Random(4);
    List<ZoneOffsetOracle.OffsetRule> places = new ArrayList<>(ZoneOffsetOracle.ZONES.values());
    ZoneOffsetOracle.OffsetRule home = ZoneOffsetOracle.ZONES.get("Europe/Berlin");
    for (int n = 0; n < 5000; n++) {
      LocalZone rule = fallback("Europe/Berlin");
      long m = random.nextLong(FROM, TO - 30 * DAY);
      for (int leg = 0; leg < 5; leg++) {
        m += random.nextInt(3 * DAY);
        boolean known = random.nextInt(4) > 0;
        int here = places.get(random.nextInt(places.size())).offset(m);
        int offset = known ? here : home.offset(m);
        LocalZone datum = rule.withOffset(known ? here * 60 : null);
        Instant at = Instant.ofEpochSecond(m * 60);
        assertEquals(offset * 60, datum.offset(at));
        assertEquals(date(m + offset), datum.day(at));
        long wall = m + offset;
        if (known) {
          LocalDateTime text = date(wall).atStartOfDay().plusMinutes(Math.floorMod(wall, DAY));
          assertEquals(at, datum.instant(text));
        }
      }
    }
  }

  @Test
  void theFirstThatKnowsDecidesAndNobodyMakesUpAZero() {
    Instant at = Instant.parse("2026-07-01T23:30:00Z");
    ZoneId tokyo = ZoneId.of("Asia/Tokyo");
    ZoneId lima = ZoneId.of("America/Lima");
    for (TimeZonePolicy policy : TimeZonePolicy.values()) {
      boolean blind = policy == TimeZonePolicy.NULL || policy == TimeZonePolicy.FLOATING;
      LocalZone all = new LocalZone(7200, tokyo, lima, policy);
      assertEquals(blind ? null : Integer.valueOf(7200), all.offset(at), policy.wire());
      LocalZone named = all.withOffset(null);
      assertEquals(blind ? null : Integer.valueOf(32_400), named.offset(at), policy.wire());
      Integer fallen = new LocalZone(null, null, lima, policy).offset(at);
      assertEquals(policy.usesFallback() ? Integer.valueOf(-18_000) : null, fallen, policy.wire());
      LocalZone nothing = new LocalZone(null, null, null, policy);
      assertEquals(
          policy == TimeZonePolicy.FALLBACK_OR_UTC ? Integer.valueOf(0) : null,
          nothing.offset(at),
          policy.wire());
      assertEquals(LocalDate.parse("2026-07-01"), nothing.day(at), policy.wire());
    }
  }

  @Test
  void aFloatingClockKeepsItsFiguresWhateverZonesAreKnown() {
    LocalZone rule =
        new LocalZone(
            3600, ZoneId.of("Asia/Tokyo"), ZoneId.of("America/Lima"), TimeZonePolicy.FLOATING);
    LocalDateTime wall = LocalDateTime.parse("2026-03-29T02:30:00");
    assertEquals(Instant.parse("2026-03-29T02:30:00Z"), rule.instant(wall));
    assertNull(rule.offset(rule.instant(wall)));
    assertEquals(LocalDate.parse("2026-03-29"), rule.day(rule.instant(wall)));
    assertEquals("floating", rule.origin());
  }

  @Test
  void theOriginSaysWhoDecided() {
    ZoneId lima = ZoneId.of("America/Lima");
    LocalZone rule = new LocalZone(0, lima, lima, TimeZonePolicy.KNOWN);
    assertEquals("datum", rule.origin());
    assertEquals("provider America/Lima", rule.withOffset(null).origin());
    assertEquals(
        "fallback America/Lima",
        new LocalZone(null, null, lima, TimeZonePolicy.UNPUBLISHED).origin());
    assertEquals("", new LocalZone(null, null, lima, TimeZonePolicy.INFERRED_OR_NULL).origin());
    assertEquals("utc", new LocalZone(null, null, null, TimeZonePolicy.FALLBACK_OR_UTC).origin());
    assertEquals("", new LocalZone(null, null, null, TimeZonePolicy.NULL).origin());
  }
}
