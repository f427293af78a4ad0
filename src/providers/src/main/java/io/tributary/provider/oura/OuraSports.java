package io.tributary.provider.oura;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/**
 * Maps Oura activity names to sports. There is no published list; names occur in camel case, snake
 * case and capitals, and most are ours after case folding. Only names with a certain meaning have
 * an alias.
 */
final class OuraSports {
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("alpine_skiing", "downhill_skiing"),
          Map.entry("biking", "cycling"),
          Map.entry("core_exercise", "core_training"),
          Map.entry("dancing", "dance"),
          Map.entry("functional_training", "functional_strength_training"),
          Map.entry("hiit", "high_intensity_interval_training"),
          Map.entry("horse_riding", "horseback_riding"),
          Map.entry("house_work", "housework"),
          Map.entry("stair_exercise", "stair_climbing"),
          Map.entry("stair_climber", "stair_climbing"),
          Map.entry("weight_training", "strength_training"),
          Map.entry("weight_lifting", "weightlifting"),
          Map.entry("yardwork", "yard_work"));

  private OuraSports() {}

  /** Returns the sport of an activity name; {@link Sports#OTHER} for null and unknown names. */
  static Sport of(String activity) {
    if (activity == null) {
      return Sports.OTHER;
    }
    String name =
        activity
            .strip()
            .replaceAll("([a-z])([A-Z])", "$1_$2")
            .replaceAll("[^A-Za-z0-9]+", "_")
            .toLowerCase(Locale.ROOT);
    return Sports.of(ALIASES.getOrDefault(name, name));
  }
}
