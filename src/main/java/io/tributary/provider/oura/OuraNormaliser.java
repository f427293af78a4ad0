package io.tributary.provider.oura;

import io.tributary.model.Batch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;

/**
 * Raw documents in, neutral records out. Pure and safe on any thread; never fails: a document that
 * cannot be used is one line in {@link Batch#refused()}.
 */
final class OuraNormaliser {
  static final String SLUG = "oura";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 1;

  static final Source RING = Source.of(SLUG, SourceType.RING);

  /** What somebody has typed in. */
  static final Source APP = Source.of(SLUG, SourceType.APP);

  private OuraNormaliser() {}

  /** Everything the feed makes of these documents; the caller may keep a part of it. */
  static Batch normalise(OuraFeed feed, OuraDocuments documents, OuraContext context) {
    Batch.Builder batch = Batch.builder();
    switch (feed) {
      case PERSONAL -> OuraPersonal.personal(documents, context, batch);
      case ACTIVITY -> OuraDaily.activity(documents, context, batch);
      case SLEEP -> OuraSleep.normalise(documents, context, batch);
      case HEARTRATE -> OuraHeartRate.normalise(documents, context, batch);
      case WORKOUT -> OuraSessions.workouts(documents, context, batch);
      case SESSION -> OuraSessions.mindfulness(documents, context, batch);
      case SPO2 -> OuraDaily.bloodOxygen(documents, context, batch);
      case VO2 -> OuraDaily.vo2Max(documents, context, batch);
      case RING -> OuraPersonal.ring(documents, batch);
    }
    return batch.build();
  }
}
