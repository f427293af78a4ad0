package io.tributary.provider.googlefit;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Times are counted since 1970, as texts, and tell no offset: the user's zone is all there is. */
final class GoogleFitTime {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private GoogleFitTime() {}

  /** Where days are cut. */
  static ZoneId cut(AccountContext facts) {
    return facts.zone().orElse(UTC);
  }

  /** The begin of a session or bucket; null when it cannot be read. */
  static OffsetInstant begin(LenientJson doc, AccountContext facts) {
    return millis(doc, "startTimeMillis", facts);
  }

  static OffsetInstant end(LenientJson doc, AccountContext facts) {
    return millis(doc, "endTimeMillis", facts);
  }

  private static OffsetInstant millis(LenientJson doc, String field, AccountContext facts) {
    Instant at = doc.epoch(field, ChronoUnit.MILLIS);
    return at == null ? null : OffsetInstant.in(OffsetInstant.zone(facts.zone()), at);
  }

  /** Of a point; null when it cannot be read. */
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
