package io.tributary.pull;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.util.Map;

/**
 * Number of days that a team's historical pulls reach back.
 *
 * <p>Order of precedence: fixed ranges of the resource or provider, the team's override for the
 * resource, the team's default, the provider's range.
 *
 * @param preferences days by resource; the empty key is the team's default
 */
record HistoryWindow(Map<String, Integer> preferences, int maxDays) {
  HistoryWindow {
    preferences = Map.copyOf(preferences);
  }

  /** Returns the number of days; 0 means no history. */
  int days(Descriptor provider, Resource resource) {
    Integer fixed = provider.fixedDays().get(resource);
    if (fixed != null) {
      return Math.min(fixed, maxDays);
    }
    int days = provider.historicalDays();
    if (!provider.historicalDaysFixed()) {
      days = preferences.getOrDefault("", days);
      days = preferences.getOrDefault(resource.wire(), days);
    }
    return Math.min(days, maxDays);
  }
}
