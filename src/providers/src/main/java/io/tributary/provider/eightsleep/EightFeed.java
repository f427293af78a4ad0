package io.tributary.provider.eightsleep;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

enum EightFeed implements DocFeed {
  /** A night with three readings a minute has 1,400 of them. */
  NIGHTS(
      14,
      List.of(EightKind.INTERVAL),
      List.of(EightKind.TREND),
      Resource.SLEEP,
      Resource.SLEEP_CYCLE,
      Resource.HEARTRATE,
      Resource.HRV,
      Resource.RESPIRATORY_RATE),
  USER(30, List.of(EightKind.USER), List.of(), Resource.PROFILE);

  /** A night with three readings a minute has 1,400 of them. */
  private final FeedPlan<EightKind> plan;

  EightFeed(int windowDays, List<EightKind> main, List<EightKind> beside, Resource... resources) {
    this.plan = new FeedPlan<>(main, beside, Set.of(resources), windowDays);
  }

  @Override
  public FeedPlan<EightKind> plan() {
    return plan;
  }
}
