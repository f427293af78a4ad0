package io.tributary.provider.garmin;

import io.tributary.model.NormalizedBatch;
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
final class GarminNormalizer {
  static final String SLUG = "garmin";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);
  static final Source APP = Source.of(SLUG, SourceType.APP);

  private GarminNormalizer() {}

  /** Conversion of one summary. */
  @FunctionalInterface
  interface GarminSummaryConverter {
    void add(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch);
  }

  static NormalizedBatch normalise(GarminFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    for (GarminDocumentKind kind : feed.plan().mainKinds()) {
      List<LenientJson> list = documents.of(kind);
      switch (kind) {
        case DAILIES -> GarminDays.addDays(list, facts, batch);
        case EPOCHS -> GarminDays.addEpochs(list, facts, batch);
        case SLEEPS -> GarminSleeps.normalise(list, facts, batch);
        case BODY_COMPS -> each(kind, list, facts, batch, GarminMeasures::addBody);
        case PRESSURES -> each(kind, list, facts, batch, GarminMeasures::addBloodPressure);
        case METRICS -> each(kind, list, facts, batch, GarminMeasures::addVo2Max);
        case STRESS -> each(kind, list, facts, batch, GarminMeasures::addStress);
        case PULSE_OX -> each(kind, list, facts, batch, GarminMeasures::addBloodOxygen);
        case RESPIRATION -> each(kind, list, facts, batch, GarminMeasures::addRespiratoryRate);
        case HRV -> each(kind, list, facts, batch, GarminMeasures::addHrv);
        case ACTIVITIES -> GarminWorkouts.addWorkouts(list, facts, batch);
        case DETAILS -> each(kind, list, facts, batch, GarminWorkouts::addStream);
        case PERMISSIONS, HISTORY -> {}
      }
    }
    return batch.build();
  }

  private static void each(
      GarminDocumentKind kind,
      List<LenientJson> list,
      AccountContext facts,
      NormalizedBatch.Builder batch,
      GarminSummaryConverter one) {
    for (LenientJson doc : list) {
      try {
        one.add(doc, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject(kind.wire(), e.getMessage());
      }
    }
  }
}
