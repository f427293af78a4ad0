package io.tributary.pull;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.util.Map;

/**
 * How far back a team's pulls go: the resource's override, else the team's default, else the
 * provider's own range; fixed ranges stay.
 *
 * @param preferences days by resource, "" = the team's default
 */
record PullDays(Map<String, Integer> preferences, int most) {
  PullDays {
    preferences = Map.copyOf(preferences);
  }

  int of(Descriptor provider, Resource resource) {
    int days = provider.historicalDays();
    if (!provider.historicalDaysFixed()) {
      days = preferences.getOrDefault("", days);
      days = preferences.getOrDefault(resource.wire(), days);
    }
    return Math.min(days, most);
  }
}
