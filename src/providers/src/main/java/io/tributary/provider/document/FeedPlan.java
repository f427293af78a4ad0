package io.tributary.provider.document;

import io.tributary.model.Resource;
import java.util.List;
import java.util.Set;

/**
 * What a feed reads and makes.
 *
 * @param main the kinds that records come from; without a grant for any of them it is not read
 * @param beside kinds that complete the records, as far as they are granted: they cost fields, not
 *     records
 * @param windowDays the longest range of days of one window
 */
public record FeedPlan<K extends DocumentKind>(
    List<K> main, List<K> beside, Set<Resource> resources, int windowDays) {
  /** Of what is undated: one read serves any range of days. */
  public static final int ANY_RANGE = 400;

  public FeedPlan {
    main = List.copyOf(main);
    beside = List.copyOf(beside);
    resources = Set.copyOf(resources);
  }
}
