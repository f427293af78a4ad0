package io.tributary.provider.ultrahuman;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.UtcOffset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Local time of one day. The API returns its first instant, which is midnight where the user was.
 *
 * <p>If the fallback zone agrees with that midnight, or with the later start of a day whose
 * midnight is skipped, it also resolves daylight saving changes later in the day. Otherwise the
 * offset of midnight applies. Without this instant the offset is unknown.
 */
final class UltrahumanTime {
  private static final String DAY_START = "day_start_timestamp";

  private final LocalDate day;
  private final Integer offset;
  private final Optional<ZoneId> home;
  private final Optional<ZoneId> fallback;

  private UltrahumanTime(
      LocalDate day, Integer offset, Optional<ZoneId> home, Optional<ZoneId> fallback) {
    this.day = day;
    this.offset = offset;
    this.home = home;
    this.fallback = fallback;
  }

  /**
   * @param objects objects of the day, any of which may contain its first instant
   */
  static UltrahumanTime of(LocalDate day, List<LenientJson> objects, AccountContext facts) {
    for (LenientJson object : objects) {
      Instant start = object.epoch(DAY_START, ChronoUnit.SECONDS);
      Integer offset = start == null ? null : UtcOffset.between(day.atStartOfDay(), start);
      if (offset != null) {
        Optional<ZoneId> home =
            facts.zone().filter(z -> offset(z, start) == offset || startsAt(z, day, start));
        int known = home.map(z -> offset(z, start)).orElse(offset);
        return new UltrahumanTime(day, known, home, facts.zone());
      }
    }
    return new UltrahumanTime(day, null, Optional.empty(), facts.zone());
  }

  private static int offset(ZoneId zone, Instant at) {
    return zone.getRules().getOffset(at).getTotalSeconds();
  }

  /** Returns whether the day has no midnight in this zone and begins at that instant. */
  private static boolean startsAt(ZoneId zone, LocalDate day, Instant start) {
    return day.atStartOfDay(zone).toInstant().equals(start);
  }

  LocalDate day() {
    return day;
  }

  /** Returns the offset of the day as a whole: that of its midnight. */
  Integer offset() {
    return offset;
  }

  OffsetInstant at(Instant at) {
    return home.isPresent()
        ? OffsetInstant.inZone(OffsetInstant.zone(home), at)
        : new OffsetInstant(at, offset);
  }

  /**
   * Returns the wall-clock time; without a known offset, in the fallback zone, otherwise in UTC.
   */
  LocalDateTime wall(Instant at) {
    Integer known = at(at).offsetSeconds();
    return known == null
        ? at.atZone(fallback.orElse(ZoneOffset.UTC)).toLocalDateTime()
        : at.atOffset(ZoneOffset.ofTotalSeconds(known)).toLocalDateTime();
  }

  /** Returns local noon. */
  OffsetInstant noon() {
    ZoneId zone =
        offset == null
            ? fallback.orElse(ZoneOffset.UTC)
            : home.orElse(ZoneOffset.ofTotalSeconds(offset));
    return at(day.atTime(LocalTime.NOON).atZone(zone).toInstant());
  }
}
