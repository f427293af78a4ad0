package io.tributary.provider.whoop;

import io.tributary.model.LocalZone;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.LocalDate;

/** When and on which local day something was. */
final class WhoopTime {
  /** From falling asleep to where the waking day surely has begun. */
  private static final Duration TO_WAKING_DAY = Duration.ofHours(12);

  private WhoopTime() {}

  /**
   * Times are in UTC; where the member was stands beside them, as {@code +02:00} or {@code Z}.
   * Without it the user's own zone is the best that is known.
   *
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant stamp(LenientJson doc, String field, AccountContext facts) {
    LocalZone zone = OffsetInstant.zone(facts.zone()).datum(doc.offset("timezone_offset"));
    return OffsetInstant.in(zone, doc.requiredInstant(field));
  }

  /**
   * The day a document counts to.
   *
   * @return null when its time cannot be read
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
