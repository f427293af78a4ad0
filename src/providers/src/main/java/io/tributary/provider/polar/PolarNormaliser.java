package io.tributary.provider.polar;

import io.tributary.model.DeviceFacts;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class PolarNormaliser {
  static final String SLUG = "polar";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 1;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private PolarNormaliser() {}

  static NormalisedBatch normalise(PolarFeed feed, DocumentSet documents, AccountContext facts) {
    NormalisedBatch.Builder batch = NormalisedBatch.builder();
    switch (feed) {
      case SLEEP -> PolarSleep.normalise(documents, facts, batch);
      case ACTIVITY -> PolarDays.activities(documents, facts, batch);
      case HEART -> {
        PolarExercises.normalise(documents, facts, batch);
        PolarDays.heart(documents, facts, batch);
      }
      case PHYSICAL -> PolarBody.normalise(documents, facts, batch);
    }
    return batch.build();
  }

  /**
   * Tells of the device that recorded a document.
   *
   * @param id null where the document names none
   * @param model null where it is not told
   */
  static void device(String id, String model, NormalisedBatch.Builder batch) {
    if (id != null) {
      batch.add(new DeviceFacts(SLUG, SourceType.WATCH, null, "Polar", model, null, id));
    }
  }
}
