package io.tributary.provider.ultrahuman;

import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Feed of Ultrahuman; one call returns all data of a day. */
enum UltrahumanFeed implements DocumentFeed {
  DAYS;

  /** Window in days; a day may have two thousand readings. */
  private static final int WINDOW_DAYS = 7;

  @Override
  public FeedPlan<UltrahumanDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(UltrahumanDocumentKind.DAY),
        List.of(UltrahumanDocumentKind.EVENING),
        Set.copyOf(UltrahumanAdapter.RESOURCES),
        WINDOW_DAYS);
  }
}
