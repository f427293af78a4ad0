package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
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
  public FeedPlan<DexcomKind> plan() {
    return new FeedPlan<>(
        List.of(DexcomKind.DATA_RANGE, DexcomKind.EGVS, DexcomKind.CALIBRATIONS, DexcomKind.EVENTS),
        List.of(DexcomKind.DEVICES),
        Set.of(
            Resource.GLUCOSE,
            Resource.INSULIN_INJECTION,
            Resource.CARBOHYDRATES,
            Resource.WORKOUT_DURATION,
            Resource.NOTE),
        LONGEST_DAYS);
  }
}
