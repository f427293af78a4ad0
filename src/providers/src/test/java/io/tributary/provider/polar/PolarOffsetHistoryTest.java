package io.tributary.provider.polar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** UTC offsets of the device clock, derived from exercises and nights. */
class PolarOffsetHistoryTest {
  private static final Optional<ZoneId> NONE = Optional.empty();
  private static final Optional<ZoneId> BERLIN = Optional.of(ZoneId.of("Europe/Berlin"));

  private static PolarOffsetHistory told(String... moments) {
    PolarOffsetHistory out = new PolarOffsetHistory();
    for (String m : moments) {
      out.record(stamp(m).at(), stamp(m).offsetSeconds());
    }
    // Parsed as on the next read.
    return PolarOffsetHistory.of(out.json());
  }

  private static OffsetInstant stamp(String text) {
    OffsetDateTime t = OffsetDateTime.parse(text);
    return new OffsetInstant(t.toInstant(), t.getOffset().getTotalSeconds());
  }

  private static String clock(PolarOffsetHistory clocks, String day, Optional<ZoneId> own) {
    return clocks.of(LocalDate.parse(day), own).map(ZoneId::getId).orElse("none");
  }

  /** Converts a local time with the day's offset to UTC. */
  private static Instant at(PolarOffsetHistory clocks, Optional<ZoneId> own, String wall) {
    LocalDateTime time = LocalDateTime.parse(wall);
    return time.atZone(clocks.of(time.toLocalDate(), own).orElseThrow()).toInstant();
  }

  @Test
  void whileNothingWasToldNobodyKnows() {
    assertEquals("none", clock(told(), "2026-03-02", BERLIN));
    assertEquals(
        "none", clock(new PolarOffsetHistory().record(Instant.EPOCH, null), "2026-03-02", NONE));
  }

  @Test
  void theNewestOffsetThatWasKnownByThenCountsAndTheFirstOneBefore() {
    PolarOffsetHistory clocks = told("2026-03-02T07:00:00+05:30", "2026-03-04T07:00:00+02:00");
    assertEquals("+05:30", clock(clocks, "2026-03-01", NONE));
    assertEquals("+05:30", clock(clocks, "2026-03-02", NONE));
    assertEquals("+05:30", clock(clocks, "2026-03-03", NONE));
    assertEquals("+02:00", clock(clocks, "2026-03-04", NONE));
    assertEquals("+02:00", clock(clocks, "2026-03-20", NONE));
  }

  @Test
  void theUsersOwnZoneKnowsWhenClocksAreChangedAsLongAsItAgreesWithWhatWasTold() {
    PolarOffsetHistory home = told("2026-03-27T07:00:00+01:00");
    assertEquals("Europe/Berlin", clock(home, "2026-03-29", BERLIN));
    assertEquals(Instant.parse("2026-03-29T08:00:00Z"), at(home, BERLIN, "2026-03-29T10:00:00"));
    assertEquals("+01:00", clock(home, "2026-03-29", NONE));
    PolarOffsetHistory away = told("2026-03-27T07:00:00+09:00");
    assertEquals("+09:00", clock(away, "2026-03-29", BERLIN));
  }

  @Test
  void aNightOverTheChangeTellsOfItWhereverItWas() {
    PolarOffsetHistory night = told("2026-03-28T23:00:00+01:00", "2026-03-29T07:00:00+02:00");
    for (Optional<ZoneId> own : List.of(NONE, BERLIN, Optional.of(ZoneId.of("Asia/Tokyo")))) {
      assertEquals(Instant.parse("2026-03-29T00:30:00Z"), at(night, own, "2026-03-29T01:30:00"));
      assertEquals(Instant.parse("2026-03-29T01:30:00Z"), at(night, own, "2026-03-29T03:30:00"));
      assertEquals(Instant.parse("2026-03-28T11:00:00Z"), at(night, own, "2026-03-28T12:00:00"));
      assertEquals(Instant.parse("2026-03-29T10:00:00Z"), at(night, own, "2026-03-29T12:00:00"));
    }
  }

  @Test
  void aJourneyHasNoMomentOfItsChange() {
    OffsetInstant from = stamp("2026-03-02T10:00:00+01:00");
    assertEquals(
        NONE, PolarOffsetHistory.between(from, stamp("2026-03-02T23:00:00+05:30"), BERLIN));
    assertEquals(
        NONE,
        PolarOffsetHistory.between(
            from, new OffsetInstant(from.at().plusSeconds(9), null), BERLIN));
    assertEquals(
        Optional.of(ZoneOffset.ofHours(1)),
        PolarOffsetHistory.between(from, stamp("2026-03-02T23:00:00+01:00"), NONE));
  }

  @Test
  void onlyTheEdgesAreKeptAndWhatIsOldIsForgotten() {
    assertEquals(
        "[[1772434800,3600],[1772607600,3600],[1772690400,7200]]",
        told(
                "2025-11-01T08:00:00+03:00",
                "2026-03-02T08:00:00+01:00",
                "2026-03-03T08:00:00+01:00",
                "2026-03-04T08:00:00+01:00",
                "2026-03-05T08:00:00+02:00")
            .json()
            .toString());
  }
}
