package io.tributary.provider.googlehealth;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/** Maps Google Health exercise types to sports; most are ours after case folding. */
final class GoogleHealthSports {
  private static final Map<String, String> ALIASES =
      Map.of("biking", "cycling", "hiit", "high_intensity_interval_training");

  private GoogleHealthSports() {}

  /** Returns {@link Sports#OTHER} for null and unknown types. */
  static Sport of(String type) {
    if (type == null) {
      return Sports.OTHER;
    }
    String folded = type.strip().toLowerCase(Locale.ROOT);
    return Sports.of(ALIASES.getOrDefault(folded, folded));
  }
}
