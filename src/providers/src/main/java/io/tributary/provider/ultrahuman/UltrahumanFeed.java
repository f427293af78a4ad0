package io.tributary.provider.ultrahuman;

import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/** One call has all of a day. */
enum UltrahumanFeed implements DocFeed {
  DAYS;

  /** A day may hold two thousand readings. */
  private static final int WEEK = 7;

  @Override
  public FeedPlan<UltrahumanKind> plan() {
    return new FeedPlan<>(
        List.of(UltrahumanKind.DAY),
        List.of(UltrahumanKind.EVENING),
        Set.copyOf(UltrahumanAdapter.RESOURCES),
        WEEK);
  }
}
