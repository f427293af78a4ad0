package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * All in one: drops of blood are entered as events and as calibrations, and of both at one moment
 * the same must win in every reading.
 */
enum DexcomFeed implements DocumentFeed {
  READINGS;

  /** A longer range is refused. */
  static final int LONGEST_DAYS = 30;

  /** In this order: the range says which of the others have anything to read. */
  @Override
  public FeedPlan<DexcomDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(
            DexcomDocumentKind.DATA_RANGE,
            DexcomDocumentKind.EGVS,
            DexcomDocumentKind.CALIBRATIONS,
            DexcomDocumentKind.EVENTS),
        List.of(DexcomDocumentKind.DEVICES),
        Set.of(
            Resource.GLUCOSE,
            Resource.INSULIN_INJECTION,
            Resource.CARBOHYDRATES,
            Resource.WORKOUT_DURATION,
            Resource.NOTE),
        LONGEST_DAYS);
  }
}
