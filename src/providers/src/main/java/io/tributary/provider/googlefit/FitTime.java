package io.tributary.provider.googlefit;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Times are counted since 1970, as texts, and tell no offset: the user's zone is all there is. */
final class FitTime {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private FitTime() {}

  /** Where days are cut. */
  static ZoneId cut(AccountFacts facts) {
    return facts.zone().orElse(UTC);
  }

  /** The begin of a session or bucket; null when it cannot be read. */
  static Stamp begin(Doc doc, AccountFacts facts) {
    return millis(doc, "startTimeMillis", facts);
  }

  static Stamp end(Doc doc, AccountFacts facts) {
    return millis(doc, "endTimeMillis", facts);
  }

  private static Stamp millis(Doc doc, String field, AccountFacts facts) {
    Instant at = doc.epoch(field, ChronoUnit.MILLIS);
    return at == null ? null : Stamp.in(Stamp.zone(facts.zone()), at);
  }

  /** Of a point; null when it cannot be read. */
  static Instant start(Doc point) {
    return point.epoch("startTimeNanos", ChronoUnit.NANOS);
  }

  static Instant stop(Doc point) {
    return point.epoch("endTimeNanos", ChronoUnit.NANOS);
  }

  static String nanos(Instant at) {
    return Long.toString(Math.addExact(at.getEpochSecond() * 1_000_000_000L, at.getNano()));
  }
}
