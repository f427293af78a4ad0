package io.tributary.provider.sdk;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * UTC offsets of one zone at many instants. Caches the offset between two zone transitions. Not
 * thread-safe.
 */
final class LocalOffsets {
  private final ZoneRules rules;
  private long from = Long.MAX_VALUE;
  private long until = Long.MIN_VALUE;
  private Integer offset;

  /**
   * @param zone null if unknown
   */
  LocalOffsets(ZoneId zone) {
    this.rules = zone == null ? null : zone.getRules();
  }

  /**
   * Returns the offset in seconds east of UTC at this microsecond since 1970; null if the zone is
   * unknown.
   */
  Integer at(long micros) {
    if (rules == null) {
      return null;
    }
    long second = Math.floorDiv(micros, 1_000_000L);
    if (second < from || second >= until) {
      Instant at = Instant.ofEpochSecond(second);
      offset = rules.getOffset(at).getTotalSeconds();
      ZoneOffsetTransition next = rules.nextTransition(at);
      ZoneOffsetTransition last = rules.previousTransition(at.plusSeconds(1));
      from = last == null ? Long.MIN_VALUE : last.toEpochSecond();
      until = next == null ? Long.MAX_VALUE : next.toEpochSecond();
    }
    return offset;
  }
}
