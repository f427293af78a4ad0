package io.tributary.provider.doc;

import io.tributary.model.Resource;
import io.tributary.provider.Feed;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Kinds of documents that are read and turned into records together; an adapter's are an enum. */
public interface DocFeed {
  /** Of the enum. */
  String name();

  /** Stable: it is stored with pull jobs. */
  default String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kinds that records come from; without a grant for any of them the feed is not read. */
  List<? extends DocKind> main();

  /** Kinds that complete the records, as far as they are granted: they cost fields, not records. */
  default List<? extends DocKind> beside() {
    return List.of();
  }

  Set<Resource> resources();

  /** The longest range of days of one window. */
  int windowDays();

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
