package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** All in one: where the app and the portal tell of one moment, the same must win every time. */
enum LibreFeed implements DocumentFeed {
  READINGS;

  /** A reading each five minutes at most makes some 9,000 of them. */
  private static final int WINDOW_DAYS = 30;

  /** In this order: what the app has told decides whether the portal has to be asked. */
  @Override
  public FeedPlan<LibreDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(LibreDocumentKind.GRAPH, LibreDocumentKind.REPORT),
        List.of(),
        Set.of(Resource.GLUCOSE),
        WINDOW_DAYS);
  }
}
