package io.tributary.provider.document;

import io.tributary.model.Resource;
import io.tributary.provider.Feed;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Kinds of documents that are read and turned into records together; an adapter's are an enum. */
public interface DocumentFeed {
  /** Of the enum. */
  String name();

  /** Stable: it is stored with pull jobs. */
  default String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  FeedPlan<? extends DocumentKind> plan();

  default List<? extends DocumentKind> main() {
    return plan().main();
  }

  default List<? extends DocumentKind> beside() {
    return plan().beside();
  }

  default Set<Resource> resources() {
    return plan().resources();
  }

  default int windowDays() {
    return plan().windowDays();
  }

  /** Whether the incremental stage reads it. */
  default boolean poll() {
    return true;
  }

  /**
   * Whether samples of days outside of the window are left out: of feeds that read more than the
   * window to know the days, so that two windows side by side agree on every reading.
   */
  default boolean cutToWindow() {
    return false;
  }

  /** As the descriptor lists it. */
  default Feed feed() {
    return new Feed(wire(), resources(), windowDays(), poll());
  }
}
