package io.tributary.provider.whoop;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Feeds of WHOOP. A window is two or three pages, so that a fault requires little to be read again.
 */
enum WhoopFeed implements DocumentFeed {
  CYCLE(WhoopDocumentKind.CYCLE, List.of(), Set.of(Resource.ACTIVITY), 45),
  /** A recovery belongs to a night, which alone has its time. */
  SLEEP(
      WhoopDocumentKind.SLEEP,
      List.of(WhoopDocumentKind.RECOVERY),
      Set.of(Resource.SLEEP, Resource.HRV, Resource.BLOOD_OXYGEN),
      45),
  WORKOUT(WhoopDocumentKind.WORKOUT, List.of(), Set.of(Resource.WORKOUTS), 45),
  /** Undated: one read serves any range. */
  BODY(
      WhoopDocumentKind.BODY,
      List.of(),
      Set.of(Resource.BODY, Resource.PROFILE),
      FeedPlan.ANY_RANGE);

  private final FeedPlan<WhoopDocumentKind> plan;

  WhoopFeed(
      WhoopDocumentKind main,
      List<WhoopDocumentKind> beside,
      Set<Resource> resources,
      int windowDays) {
    this.plan = new FeedPlan<>(List.of(main), beside, resources, windowDays);
  }

  @Override
  public FeedPlan<WhoopDocumentKind> plan() {
    return plan;
  }
}
