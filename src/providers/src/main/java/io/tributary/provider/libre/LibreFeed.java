package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/** All in one: where the app and the portal tell of one moment, the same must win every time. */
enum LibreFeed implements DocFeed {
  READINGS;

  /** A reading each five minutes at most makes some 9,000 of them. */
  private static final int WINDOW_DAYS = 30;

  /** In this order: what the app has told decides whether the portal has to be asked. */
  @Override
  public FeedPlan<LibreKind> plan() {
    return new FeedPlan<>(
        List.of(LibreKind.GRAPH, LibreKind.REPORT),
        List.of(),
        Set.of(Resource.GLUCOSE),
        WINDOW_DAYS);
  }
}
