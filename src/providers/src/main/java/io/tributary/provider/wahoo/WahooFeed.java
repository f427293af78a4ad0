package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Feeds of Wahoo. */
enum WahooFeed implements DocumentFeed {
  /**
   * Maximum heart rate and zones of a workout come from its file, so both are read together. The
   * list has no date filter and is read from its start anyway: one window, in pages.
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
