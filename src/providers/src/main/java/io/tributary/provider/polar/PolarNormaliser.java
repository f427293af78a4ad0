package io.tributary.provider.polar;

import io.tributary.model.DeviceFacts;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;

/**
 * Converts Polar documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class PolarNormaliser {
  static final String SLUG = "polar";

  /** Version of the mapping; increment it when the same documents produce different records. */
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
   * Adds the device that recorded a document.
   *
   * @param id null if the document has none
   * @param model null if unknown
   */
  static void device(String id, String model, NormalisedBatch.Builder batch) {
    if (id != null) {
      batch.add(new DeviceFacts(SLUG, SourceType.WATCH, null, "Polar", model, null, id));
    }
  }
}
