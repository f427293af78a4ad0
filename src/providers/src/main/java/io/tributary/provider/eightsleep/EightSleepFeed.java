package io.tributary.provider.eightsleep;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

enum EightSleepFeed implements DocumentFeed {
  /** Nights: one with three readings a minute has 1,400 of them. */
  NIGHTS(
      14,
      List.of(EightSleepDocumentKind.INTERVAL),
      List.of(EightSleepDocumentKind.TREND),
      Resource.SLEEP,
      Resource.SLEEP_CYCLE,
      Resource.HEARTRATE,
      Resource.HRV,
      Resource.RESPIRATORY_RATE),
  USER(30, List.of(EightSleepDocumentKind.USER), List.of(), Resource.PROFILE);

  private final FeedPlan<EightSleepDocumentKind> plan;

  EightSleepFeed(
      int windowDays,
      List<EightSleepDocumentKind> main,
      List<EightSleepDocumentKind> beside,
      Resource... resources) {
    this.plan = new FeedPlan<>(main, beside, Set.of(resources), windowDays);
  }

  @Override
  public FeedPlan<EightSleepDocumentKind> plan() {
    return plan;
  }
}
