package io.tributary.provider.googlehealth;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/** The vendor's exercise types: most are ours after folding; only sure ones have an alias. */
final class GoogleSports {
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("biking", "cycling"),
          Map.entry("bike", "cycling"),
          Map.entry("spinning", "spinning"),
          Map.entry("stationary_biking", "indoor_cycling"),
          Map.entry("biking_stationary", "indoor_cycling"),
          Map.entry("hiit", "high_intensity_interval_training"),
          Map.entry("treadmill", "treadmill_running"),
          Map.entry("running_treadmill", "treadmill_running"),
          Map.entry("walking_treadmill", "treadmill_walking"),
          Map.entry("mountain_bike", "mountain_biking"),
          Map.entry("rowing_machine", "indoor_rowing"),
          Map.entry("swimming_pool", "pool_swimming"),
          Map.entry("swimming_open_water", "open_water_swimming"),
          Map.entry("stair_climber", "stair_climbing"),
          Map.entry("weights", "weightlifting"));

  private GoogleSports() {}

  /** {@link Sports#OTHER} for null and for unknown ones. */
  static Sport of(String type) {
    if (type == null) {
      return Sports.OTHER;
    }
    String folded = type.strip().toLowerCase(Locale.ROOT);
    return Sports.of(ALIASES.getOrDefault(folded, folded));
  }
}
