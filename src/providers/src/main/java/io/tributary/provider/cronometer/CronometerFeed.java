package io.tributary.provider.cronometer;

import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Feed of Cronometer; one call returns all data of a day. */
enum CronometerFeed implements DocumentFeed {
  DIARY;

  private static final int WINDOW_DAYS = 7;

  @Override
  public FeedPlan<CronometerDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(CronometerDocumentKind.DIARY),
        List.of(),
        Set.copyOf(CronometerNormalizer.RESOURCES),
        WINDOW_DAYS);
  }
}
