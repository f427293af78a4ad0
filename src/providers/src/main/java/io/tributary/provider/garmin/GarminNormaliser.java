package io.tributary.provider.garmin;

import io.tributary.model.NormalisedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.util.List;

/**
 * Converts Garmin summaries to normalized records. Stateless and thread-safe. It never throws; a
 * summary that cannot be used is reported in the batch.
 */
final class GarminNormaliser {
  static final String SLUG = "garmin";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);
  static final Source APP = Source.of(SLUG, SourceType.APP);

  private GarminNormaliser() {}

  /** Conversion of one summary. */
  @FunctionalInterface
  interface Each {
    void add(LenientJson doc, AccountContext facts, NormalisedBatch.Builder batch);
  }

  static NormalisedBatch normalise(GarminFeed feed, DocumentSet documents, AccountContext facts) {
    NormalisedBatch.Builder batch = NormalisedBatch.builder();
    for (GarminDocumentKind kind : feed.plan().main()) {
      List<LenientJson> list = documents.of(kind);
      switch (kind) {
        case DAILIES -> GarminDays.days(list, facts, batch);
        case EPOCHS -> GarminDays.epochs(list, facts, batch);
        case SLEEPS -> GarminSleeps.normalise(list, facts, batch);
        case BODY_COMPS -> each(kind, list, facts, batch, GarminMeasures::body);
        case PRESSURES -> each(kind, list, facts, batch, GarminMeasures::pressure);
        case METRICS -> each(kind, list, facts, batch, GarminMeasures::metrics);
        case STRESS -> each(kind, list, facts, batch, GarminMeasures::stress);
        case PULSE_OX -> each(kind, list, facts, batch, GarminMeasures::oxygen);
        case RESPIRATION -> each(kind, list, facts, batch, GarminMeasures::breath);
        case HRV -> each(kind, list, facts, batch, GarminMeasures::hrv);
        case ACTIVITIES -> GarminWorkouts.workouts(list, facts, batch);
        case DETAILS -> each(kind, list, facts, batch, GarminWorkouts::stream);
        case PERMISSIONS, HISTORY -> {}
      }
    }
    return batch.build();
  }

  private static void each(
      GarminDocumentKind kind,
      List<LenientJson> list,
      AccountContext facts,
      NormalisedBatch.Builder batch,
      Each one) {
    for (LenientJson doc : list) {
      try {
        one.add(doc, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.refuse(kind.wire(), e.getMessage());
      }
    }
  }
}
