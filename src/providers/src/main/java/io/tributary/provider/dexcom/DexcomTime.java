package io.tributary.provider.dexcom;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.UtcOffset;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * A record's two times. {@code systemTime} says when: an app writes it with an offset, a receiver
 * without and means UTC. What {@code displayTime} is ahead of it is the local offset; phones write
 * theirs seconds off, such as -06:59:59, so it counts to a quarter of an hour.
 */
final class DexcomTime {
  private static final Optional<ZoneId> UTC = Optional.of(ZoneOffset.UTC);

  private DexcomTime() {}

  /**
   * @throws IllegalArgumentException when nobody knows when it was
   */
  static OffsetInstant of(LenientJson record, AccountContext facts) {
    return local(record, record.requiredStamp("systemTime", UTC), facts);
  }

  /** The same; null when nobody knows when it was. */
  static OffsetInstant orNull(LenientJson record, AccountContext facts) {
    OffsetInstant system = record.stamp("systemTime", UTC);
    return system == null ? null : local(record, system, facts);
  }

  private static OffsetInstant local(
      LenientJson record, OffsetInstant system, AccountContext facts) {
    LocalDateTime shown = record.wall("displayTime");
    Integer offset = shown == null ? null : UtcOffset.between(shown, system.at());
    return offset == null
        ? OffsetInstant.in(OffsetInstant.zone(facts.zone()), system.at())
        : system.withOffset(offset);
  }
}
