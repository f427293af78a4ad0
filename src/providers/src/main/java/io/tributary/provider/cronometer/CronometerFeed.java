package io.tributary.provider.cronometer;

import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/** One call has all of a day. */
enum CronometerFeed implements DocFeed {
  DIARY;

  private static final int WEEK = 7;

  @Override
  public FeedPlan<CronometerKind> plan() {
    return new FeedPlan<>(
        List.of(CronometerKind.DIARY), List.of(), Set.copyOf(CronometerNormaliser.RESOURCES), WEEK);
  }
}
