package io.tributary.provider.document;

import io.tributary.model.Resource;
import java.util.List;
import java.util.Set;

/**
 * Document kinds that a feed reads and resources that it produces.
 *
 * @param mainKinds kinds that records derive from; the feed is skipped if none of them is granted
 * @param completingKinds kinds that complete the records if granted; without them records lack
 *     fields but still exist
 * @param windowDays longest range of days of one window
 */
public record FeedPlan<K extends DocumentKind>(
    List<K> mainKinds, List<K> completingKinds, Set<Resource> resources, int windowDays) {
  /** Window of undated kinds, where one read serves any range of days. */
  public static final int ANY_RANGE = 400;

  public FeedPlan {
    mainKinds = List.copyOf(mainKinds);
    completingKinds = List.copyOf(completingKinds);
    resources = Set.copyOf(resources);
  }
}
