package io.tributary.provider.document;

import io.tributary.model.Resource;
import io.tributary.provider.Feed;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Document kinds that are read and converted to records together; each adapter defines an enum. */
public interface DocumentFeed {
  /** Returns the enum constant's name. */
  String name();

  /** Returns the stored name; stable, because it is stored with pull jobs. */
  default String storedName() {
    return name().toLowerCase(Locale.ROOT);
  }

  FeedPlan<? extends DocumentKind> plan();

  default List<? extends DocumentKind> mainKinds() {
    return plan().mainKinds();
  }

  default List<? extends DocumentKind> completingKinds() {
    return plan().completingKinds();
  }

  default Set<Resource> resources() {
    return plan().resources();
  }

  default int windowDays() {
    return plan().windowDays();
  }

  /** Returns whether incremental polls read this feed. */
  default boolean poll() {
    return true;
  }

  /**
   * Returns whether samples outside of the window are removed. Feeds that read more than the window
   * to determine the days need this, so that two adjacent windows agree on every reading.
   */
  default boolean cutToWindow() {
    return false;
  }

  /** Converts to the form that the descriptor lists. */
  default Feed feed() {
    return new Feed(storedName(), resources(), windowDays(), poll());
  }
}
