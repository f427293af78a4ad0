package io.tributary.provider;

import io.tributary.model.Resource;
import java.util.Set;

/**
 * Documents of a provider that are fetched together because several resources come out of them.
 *
 * @param name stable: it is stored with pull jobs
 * @param windowDays longest range the provider takes in one request; a pull cuts its range into
 *     windows of this
 * @param poll whether the incremental stage reads it
 */
public record Feed(String name, Set<Resource> resources, int windowDays, boolean poll) {
  public Feed {
    resources = Set.copyOf(resources);
    if (windowDays < 1) {
      throw new IllegalArgumentException("windowDays: " + windowDays);
    }
  }
}
