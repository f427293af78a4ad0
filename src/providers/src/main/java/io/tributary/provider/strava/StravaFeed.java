package io.tributary.provider.strava;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Feeds of Strava. */
enum StravaFeed implements DocumentFeed {
  /** Zones of a workout are computed from its streams, so both are read together. */
  ACTIVITIES(
      StravaDocumentKind.ACTIVITY,
      List.of(StravaDocumentKind.STREAMS),
      Set.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE),
      // Each activity takes two of 100 calls per quarter of an hour.
      7),
  /** Undated: one read serves any range. */
  ATHLETE(
      StravaDocumentKind.ATHLETE,
      List.of(),
      Set.of(Resource.BODY, Resource.PROFILE),
      FeedPlan.ANY_RANGE);

  private final FeedPlan<StravaDocumentKind> plan;

  StravaFeed(
      StravaDocumentKind main,
      List<StravaDocumentKind> beside,
      Set<Resource> resources,
      int windowDays) {
    this.plan = new FeedPlan<>(List.of(main), beside, resources, windowDays);
  }

  @Override
  public FeedPlan<StravaDocumentKind> plan() {
    return plan;
  }
}
