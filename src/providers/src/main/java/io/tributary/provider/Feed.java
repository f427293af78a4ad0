package io.tributary.provider;

import io.tributary.model.Resource;
import java.util.Set;

/**
 * Provider documents that are fetched together because several resources derive from them.
 *
 * @param name stable, because it is stored with pull jobs
 * @param windowDays longest range that the provider accepts in one request; a pull splits its range
 *     into windows of this length
 * @param poll whether incremental polls read it
 */
public record Feed(String name, Set<Resource> resources, int windowDays, boolean poll) {
  public Feed {
    resources = Set.copyOf(resources);
    if (windowDays < 1) {
      throw new IllegalArgumentException("windowDays: " + windowDays);
    }
  }
}
