package io.tributary.provider.ultrahuman;

import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** One call has all of a day. */
enum UltrahumanFeed implements DocumentFeed {
  DAYS;

  /** A day may hold two thousand readings. */
  private static final int WEEK = 7;

  @Override
  public FeedPlan<UltrahumanDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(UltrahumanDocumentKind.DAY),
        List.of(UltrahumanDocumentKind.EVENING),
        Set.copyOf(UltrahumanAdapter.RESOURCES),
        WEEK);
  }
}
