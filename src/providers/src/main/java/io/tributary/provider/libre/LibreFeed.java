package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Single feed of LibreView: if app and portal report the same time, the same must win every time.
 */
enum LibreFeed implements DocumentFeed {
  READINGS;

  /** Window in days; one reading every five minutes makes about 9,000 of them. */
  private static final int WINDOW_DAYS = 30;

  /** Reads the app first, because its data decide whether the portal is read. */
  @Override
  public FeedPlan<LibreDocumentKind> plan() {
    return new FeedPlan<>(
        List.of(LibreDocumentKind.GRAPH, LibreDocumentKind.REPORT),
        List.of(),
        Set.of(Resource.GLUCOSE),
        WINDOW_DAYS);
  }
}
