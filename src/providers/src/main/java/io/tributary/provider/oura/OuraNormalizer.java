package io.tributary.provider.oura;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;

/**
 * Converts Oura documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is one entry in {@link NormalizedBatch#refused()}.
 */
final class OuraNormalizer {
  static final String SLUG = "oura";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source RING = Source.of(SLUG, SourceType.RING);

  /** Source of manual entries. */
  static final Source APP = Source.of(SLUG, SourceType.APP);

  private OuraNormalizer() {}

  /** Returns all records of a feed; the caller may keep a part of them. */
  static NormalizedBatch normalise(OuraFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case PERSONAL -> OuraPersonal.personal(documents, facts, batch);
      case ACTIVITY -> OuraDaily.activity(documents, facts, batch);
      case SLEEP -> OuraSleep.normalise(documents, facts, batch);
      case HEARTRATE -> OuraHeartRate.normalise(documents, facts, batch);
      case WORKOUT -> OuraSessions.workouts(documents, facts, batch);
      case SESSION -> OuraSessions.mindfulness(documents, facts, batch);
      case SPO2 -> OuraDaily.bloodOxygen(documents, facts, batch);
      case VO2 -> OuraDaily.vo2Max(documents, facts, batch);
      case RING -> OuraPersonal.addDevice(documents, batch);
    }
    return batch.build();
  }
}
