package io.tributary.provider.whoop;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/**
 * Maps WHOOP activity names to sports. Most are ours after case folding, and only names with a
 * certain meaning have an alias. Activities that are no sport, such as massage or driving, are
 * other.
 */
final class WhoopSports {
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("assault_bike", "indoor_cycling"),
          Map.entry("box_fitness", "boxing"),
          Map.entry("football", "american_football"),
          Map.entry("functional_fitness", "functional_strength_training"),
          Map.entry("hiit", "high_intensity_interval_training"),
          Map.entry("hiking_rucking", "hiking"),
          Map.entry("hurling_camogie", "hurling"),
          Map.entry("jumping_rope", "jump_rope"),
          Map.entry("powerlifting", "weightlifting"),
          Map.entry("skiing", "downhill_skiing"),
          Map.entry("spin", "spinning"),
          Map.entry("stairmaster", "stair_climbing"),
          Map.entry("strength_trainer", "strength_training"),
          Map.entry("track_field", "track_and_field"),
          Map.entry("ultimate", "ultimate_frisbee"));

  private WhoopSports() {}

  /** Returns {@link Sports#OTHER} for null and unknown names. */
  static Sport of(String name) {
    if (name == null) {
      return Sports.OTHER;
    }
    String folded =
        name.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_|_$", "");
    return Sports.of(ALIASES.getOrDefault(folded, folded));
  }
}
