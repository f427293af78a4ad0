package io.tributary.provider.polar;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Feeds of Polar. Nights come before the heart rates of days, because they contain the UTC offset
 * that these lack.
 */
enum PolarFeed implements DocumentFeed {
  SLEEP(
      List.of(PolarDocumentKind.NIGHT),
      List.of(PolarDocumentKind.RECHARGE),
      Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE, Resource.HRV, Resource.RESPIRATORY_RATE),
      28),
  /**
   * Heart rates come from both kinds, and a resource belongs to one feed, because its history ends
   * once.
   */
  HEART(
      List.of(PolarDocumentKind.EXERCISE, PolarDocumentKind.HEART),
      List.of(),
      Set.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE),
      28),
  ACTIVITY(List.of(PolarDocumentKind.ACTIVITY), List.of(), Set.of(Resource.ACTIVITY), 28),
  /** Undated: one read serves any range. */
  PHYSICAL(
      List.of(PolarDocumentKind.PHYSICAL, PolarDocumentKind.FITNESS, PolarDocumentKind.USER),
      List.of(),
      Set.of(Resource.BODY, Resource.PROFILE, Resource.VO2_MAX),
      FeedPlan.ANY_RANGE);

  private final FeedPlan<PolarDocumentKind> plan;

  PolarFeed(
      List<PolarDocumentKind> main,
      List<PolarDocumentKind> beside,
      Set<Resource> resources,
      int windowDays) {
    this.plan = new FeedPlan<>(main, beside, resources, windowDays);
  }

  @Override
  public FeedPlan<PolarDocumentKind> plan() {
    return plan;
  }
}
