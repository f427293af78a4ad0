package io.tributary.provider.whoop;

import io.tributary.model.LocalZone;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.LocalDate;

/** Time and local day of a record. */
final class WhoopTime {
  /** Time from falling asleep until the waking day has certainly begun. */
  private static final Duration TO_WAKING_DAY = Duration.ofHours(12);

  private WhoopTime() {}

  /**
   * Returns a time. Times are in UTC, with the user's offset beside them, as {@code +02:00} or
   * {@code Z}. Without it, the user's zone is the best known one.
   *
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant stamp(LenientJson doc, String field, AccountContext facts) {
    LocalZone zone = OffsetInstant.zone(facts.zone()).withOffset(doc.offset("timezone_offset"));
    return OffsetInstant.inZone(zone, doc.requiredInstant(field));
  }

  /**
   * Returns the day to which a document belongs.
   *
   * @return null if its time is unreadable
   */
  static LocalDate day(WhoopDocumentKind kind, LenientJson doc, AccountContext facts) {
    try {
      return switch (kind) {
        case CYCLE -> stamp(doc, "start", facts).plusSeconds(TO_WAKING_DAY.toSeconds()).date();
        case SLEEP -> stamp(doc, "end", facts).date();
        case WORKOUT -> stamp(doc, "start", facts).date();
        case RECOVERY, BODY -> null;
      };
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
