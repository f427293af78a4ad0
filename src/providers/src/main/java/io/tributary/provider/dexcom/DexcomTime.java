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
 * Times of a record. {@code systemTime} is the instant: an app writes it with an offset, a receiver
 * writes UTC without one. The local offset is {@code displayTime} minus {@code systemTime}. Phones
 * are seconds off, such as -06:59:59, so the offset is rounded to a quarter of an hour.
 */
final class DexcomTime {
  private static final Optional<ZoneId> UTC = Optional.of(ZoneOffset.UTC);

  private DexcomTime() {}

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant of(LenientJson record, AccountContext facts) {
    return withLocalOffset(record, record.requiredStamp("systemTime", UTC), facts);
  }

  /** Returns the same as {@link #of}, but null without a readable time. */
  static OffsetInstant orNull(LenientJson record, AccountContext facts) {
    OffsetInstant system = record.stamp("systemTime", UTC);
    return system == null ? null : withLocalOffset(record, system, facts);
  }

  private static OffsetInstant withLocalOffset(
      LenientJson record, OffsetInstant system, AccountContext facts) {
    LocalDateTime shown = record.localDateTime("displayTime");
    Integer offset = shown == null ? null : UtcOffset.between(shown, system.at());
    return offset == null
        ? OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), system.at())
        : system.withOffset(offset);
  }
}
