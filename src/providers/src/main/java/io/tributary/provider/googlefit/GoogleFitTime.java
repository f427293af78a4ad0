package io.tributary.provider.googlefit;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * Reads times, which are strings since 1970 without an offset; the user's zone is the only one
 * known.
 */
final class GoogleFitTime {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private GoogleFitTime() {}

  /** Returns the zone in which days begin. */
  static ZoneId dayZone(AccountContext facts) {
    return facts.zone().orElse(UTC);
  }

  /** Returns the start of a session or bucket; null if unreadable. */
  static OffsetInstant begin(LenientJson doc, AccountContext facts) {
    return millis(doc, "startTimeMillis", facts);
  }

  static OffsetInstant end(LenientJson doc, AccountContext facts) {
    return millis(doc, "endTimeMillis", facts);
  }

  private static OffsetInstant millis(LenientJson doc, String field, AccountContext facts) {
    Instant at = doc.epoch(field, ChronoUnit.MILLIS);
    return at == null ? null : OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), at);
  }

  /** Returns the start of a point; null if unreadable. */
  static Instant start(LenientJson point) {
    return point.epoch("startTimeNanos", ChronoUnit.NANOS);
  }

  static Instant stop(LenientJson point) {
    return point.epoch("endTimeNanos", ChronoUnit.NANOS);
  }

  static String nanos(Instant at) {
    return Long.toString(Math.addExact(at.getEpochSecond() * 1_000_000_000L, at.getNano()));
  }
}
