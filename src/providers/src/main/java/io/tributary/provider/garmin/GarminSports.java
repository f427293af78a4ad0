package io.tributary.provider.garmin;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Locale;
import java.util.Map;

/**
 * Maps Garmin activity types to sports. Many are ours in lower case. Only types with a certain
 * meaning have an alias, and version suffixes are removed.
 */
final class GarminSports {
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("backcountry_skiing", "ski_touring"),
          Map.entry("casual_walking", "walking"),
          Map.entry("downhill_biking", "mountain_biking"),
          Map.entry("e_bike_fitness", "e_biking"),
          Map.entry("e_bike_mountain", "e_biking"),
          Map.entry("floor_climbing", "stair_climbing"),
          Map.entry("gravel_cycling", "gravel_biking"),
          Map.entry("handcycling", "hand_cycling"),
          Map.entry("hiit", "high_intensity_interval_training"),
          Map.entry("indoor_cardio", "cardio_training"),
          Map.entry("indoor_handcycling", "hand_cycling"),
          Map.entry("kiteboarding", "kitesurfing"),
          Map.entry("lap_swimming", "pool_swimming"),
          Map.entry("obstacle_run", "obstacle_course"),
          Map.entry("paddling", "paddle_sports"),
          Map.entry("recumbent_cycling", "cycling"),
          Map.entry("resort_skiing", "downhill_skiing"),
          Map.entry("skate_skiing", "cross_country_skiing"),
          Map.entry("snow_shoe", "snowshoeing"),
          Map.entry("speed_walking", "walking"),
          Map.entry("stand_up_paddleboarding", "paddleboarding"),
          Map.entry("street_running", "running"),
          Map.entry("track_running", "running"),
          Map.entry("ultimate_disc", "ultimate_frisbee"),
          Map.entry("ultra_run", "running"),
          Map.entry("virtual_ride", "virtual_cycling"),
          Map.entry("virtual_run", "virtual_running"),
          Map.entry("waterskiing", "water_skiing"),
          Map.entry("wheelchair_push_run", "wheelchair_run_pace"),
          Map.entry("wheelchair_push_walk", "wheelchair_walk_pace"),
          Map.entry("windsurfing", "wind_surfing"));

  private GarminSports() {}

  /** Returns {@link Sports#OTHER} for null and unknown types. */
  static Sport of(String type) {
    if (type == null) {
      return Sports.OTHER;
    }
    String name = type.strip().toLowerCase(Locale.ROOT).replaceAll("(_ws|_v2)+$", "");
    return Sports.of(ALIASES.getOrDefault(name, name));
  }
}
