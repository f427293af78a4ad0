package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum WahooFeed implements DocumentFeed {
  /**
   * The highest heart rate and the zones of a workout come out of its file, so both are read
   * together. A list without a filter by date is read from its begin anyhow: one window, in pages.
   */
  WORKOUTS(
      WahooDocumentKind.WORKOUT,
      List.of(WahooDocumentKind.FILE),
      Set.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)),
  /** Undated: one read serves any range. */
  USER(WahooDocumentKind.USER, List.of(), Set.of(Resource.BODY, Resource.PROFILE));

  private final FeedPlan<WahooDocumentKind> plan;

  WahooFeed(WahooDocumentKind main, List<WahooDocumentKind> beside, Set<Resource> resources) {
    this.plan = new FeedPlan<>(List.of(main), beside, resources, FeedPlan.ANY_RANGE);
  }

  @Override
  public FeedPlan<WahooDocumentKind> plan() {
    return plan;
  }
}
