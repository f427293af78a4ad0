package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Single feed of Dexcom. A fingerstick is entered both as an event and as a calibration, and of two
 * at one instant the same must win at every read.
 */
enum DexcomFeed implements DocumentFeed {
  READINGS;

  /** Maximum range of a request in days; the API rejects longer ones. */
  static final int MAX_RANGE_DAYS = 30;

  /**
   * Reads the data range first, because it decides which of the other kinds have anything to read.
   */
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
        MAX_RANGE_DAYS);
  }
}
