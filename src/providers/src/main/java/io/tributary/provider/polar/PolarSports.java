package io.tributary.provider.polar;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/**
 * Maps Polar sport names, which are in capitals like {@code TRAIL_RUNNING}: the detailed name
 * first, otherwise the general one.
 */
final class PolarSports {
  private static final String ON_WATER = "watersports_";

  private static final Map<String, String> ALIASES =
      Map.of(
          "classic_xc_skiing", "cross_country_skiing",
          "freestyle_xc_skiing", "cross_country_skiing",
          "jogging", "running",
          "spinning_class", "spinning",
          "ultra_running", "running");

  private PolarSports() {}

  /** Returns {@link Sports#OTHER} if neither name is known; either may be null. */
  static Sport of(String detailed, String coarse) {
    Sport found = of(detailed);
    return found.equals(Sports.OTHER) ? of(coarse) : found;
  }

  private static Sport of(String name) {
    if (name == null) {
      return Sports.OTHER;
    }
    String folded = name.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    if (folded.startsWith(ON_WATER)) {
      folded = folded.substring(ON_WATER.length());
    }
    return Sports.of(ALIASES.getOrDefault(folded, folded));
  }
}
