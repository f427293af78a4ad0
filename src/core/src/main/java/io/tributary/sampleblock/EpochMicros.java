package io.tributary.sampleblock;

import java.time.Instant;

/**
 * Conversion between {@code Instant} and microseconds since 1970, the database's precision, which
 * needs no object per value.
 */
public final class EpochMicros {
  private EpochMicros() {}

  public static long of(Instant at) {
    return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000L), at.getNano() / 1000);
  }

  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
  }
}
