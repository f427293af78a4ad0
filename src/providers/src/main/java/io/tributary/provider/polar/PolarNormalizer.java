package io.tributary.provider.polar;

import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;

/**
 * Converts Polar documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class PolarNormalizer {
  static final String SLUG = "polar";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private PolarNormalizer() {}

  static NormalizedBatch normalise(PolarFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case SLEEP -> PolarSleep.normalise(documents, facts, batch);
      case ACTIVITY -> PolarDays.addActivities(documents, facts, batch);
      case HEART -> {
        PolarExercises.normalise(documents, facts, batch);
        PolarDays.addHeartRates(documents, facts, batch);
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
  static void addDevice(String id, String model, NormalizedBatch.Builder batch) {
    if (id != null) {
      batch.add(new DeviceDescription(SLUG, SourceType.WATCH, null, "Polar", model, null, id));
    }
  }
}
