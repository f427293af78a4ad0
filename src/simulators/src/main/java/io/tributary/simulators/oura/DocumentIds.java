package io.tributary.simulators.oura;

import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * Document IDs that look random but contain their day, so that a lookup by ID renders one day
 * instead of the whole history.
 */
final class DocumentIds {
  private static final long DAY_MASK = 0xFFFFF;

  private DocumentIds() {}

  static String of(SimPerson user, OuraDataCollection collection, LocalDate day, int index) {
    long high = SeededRandom.hash(user.seed(), collection.ordinal(), day.toEpochDay(), index);
    high = (high & ~0xF000L) | 0x4000L;
    long cover = SeededRandom.hash(high);
    long low = (cover & ~DAY_MASK) | ((cover ^ day.toEpochDay()) & DAY_MASK);
    low = (low & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  /** Returns the day of an ID; empty if the text is not a valid ID. */
  static Optional<LocalDate> dayOf(String id) {
    try {
      UUID uuid = UUID.fromString(id);
      long cover = SeededRandom.hash(uuid.getMostSignificantBits());
      return Optional.of(LocalDate.ofEpochDay((cover ^ uuid.getLeastSignificantBits()) & DAY_MASK));
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }
}
