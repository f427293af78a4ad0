package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/**
 * All in one: drops of blood are entered as events and as calibrations, and of both at one moment
 * the same must win in every reading.
 */
enum DexcomFeed implements DocFeed {
  READINGS;

  /** A longer range is refused. */
  static final int LONGEST_DAYS = 30;

  /** In this order: the range says which of the others have anything to read. */
  @Override
  public List<DexcomKind> main() {
    return List.of(
        DexcomKind.DATA_RANGE, DexcomKind.EGVS, DexcomKind.CALIBRATIONS, DexcomKind.EVENTS);
  }

  @Override
  public List<DexcomKind> beside() {
    return List.of(DexcomKind.DEVICES);
  }

  @Override
  public Set<Resource> resources() {
    return Set.of(
        Resource.GLUCOSE,
        Resource.INSULIN_INJECTION,
        Resource.CARBOHYDRATES,
        Resource.WORKOUT_DURATION,
        Resource.NOTE);
  }

  @Override
  public int windowDays() {
    return LONGEST_DAYS;
  }
}
