package io.tributary.pull;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.util.Map;

/**
 * How far back a team's pulls go: the resource's override, else the team's default, else the
 * provider's own range; fixed ranges stay, of the provider or of one resource.
 *
 * @param preferences days by resource, "" = the team's default
 */
record HistoryWindow(Map<String, Integer> preferences, int most) {
  HistoryWindow {
    preferences = Map.copyOf(preferences);
  }

  /** 0 = there is no history. */
  int of(Descriptor provider, Resource resource) {
    Integer fixed = provider.fixedDays().get(resource);
    if (fixed != null) {
      return Math.min(fixed, most);
    }
    int days = provider.historicalDays();
    if (!provider.historicalDaysFixed()) {
      days = preferences.getOrDefault("", days);
      days = preferences.getOrDefault(resource.wire(), days);
    }
    return Math.min(days, most);
  }
}
