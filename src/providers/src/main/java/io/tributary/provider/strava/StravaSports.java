package io.tributary.provider.strava;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Map;
import java.util.Set;

/** Maps Strava sport types to sports; {@code type} is the older and coarser field. */
final class StravaSports {
  private static final Map<String, String> SLUGS =
      Map.ofEntries(
          Map.entry("AlpineSki", "downhill_skiing"),
          Map.entry("BackcountrySki", "ski_touring"),
          Map.entry("Badminton", "badminton"),
          Map.entry("Canoeing", "canoeing"),
          Map.entry("Crossfit", "crossfit"),
          Map.entry("EBikeRide", "e_biking"),
          Map.entry("EMountainBikeRide", "e_biking"),
          Map.entry("Elliptical", "elliptical"),
          Map.entry("Golf", "golf"),
          Map.entry("GravelRide", "gravel_biking"),
          Map.entry("Handcycle", "hand_cycling"),
          Map.entry("HighIntensityIntervalTraining", "high_intensity_interval_training"),
          Map.entry("Hike", "hiking"),
          Map.entry("IceSkate", "ice_skating"),
          Map.entry("InlineSkate", "inline_skating"),
          Map.entry("Kayaking", "kayaking"),
          Map.entry("Kitesurf", "kitesurfing"),
          Map.entry("MountainBikeRide", "mountain_biking"),
          Map.entry("NordicSki", "cross_country_skiing"),
          Map.entry("Pickleball", "pickleball"),
          Map.entry("Pilates", "pilates"),
          Map.entry("Racquetball", "racquetball"),
          Map.entry("Ride", "cycling"),
          Map.entry("RockClimbing", "rock_climbing"),
          Map.entry("RollerSki", "roller_skiing"),
          Map.entry("Rowing", "rowing"),
          Map.entry("Run", "running"),
          Map.entry("Sail", "sailing"),
          Map.entry("Skateboard", "skateboarding"),
          Map.entry("Snowboard", "snowboarding"),
          Map.entry("Snowshoe", "snowshoeing"),
          Map.entry("Soccer", "soccer"),
          Map.entry("Squash", "squash"),
          Map.entry("StairStepper", "stair_climbing"),
          Map.entry("StandUpPaddling", "paddleboarding"),
          Map.entry("Surfing", "surfing"),
          Map.entry("Swim", "swimming"),
          Map.entry("TableTennis", "table_tennis"),
          Map.entry("Tennis", "tennis"),
          Map.entry("TrailRun", "trail_running"),
          Map.entry("VirtualRide", "virtual_cycling"),
          Map.entry("VirtualRow", "virtual_rowing"),
          Map.entry("VirtualRun", "virtual_running"),
          Map.entry("Walk", "walking"),
          Map.entry("WeightTraining", "strength_training"),
          Map.entry("Wheelchair", "wheelchair"),
          Map.entry("Windsurf", "wind_surfing"),
          Map.entry("Yoga", "yoga"));

  /** Sport types whose cadence counts one foot. */
  private static final Set<String> ON_FOOT =
      Set.of("Run", "TrailRun", "VirtualRun", "Walk", "Hike", "Snowshoe");

  private StravaSports() {}

  /** Returns {@link Sports#OTHER} for null and unknown types. */
  static Sport of(String sportType, String type) {
    String name = name(sportType, type);
    return name == null ? Sports.OTHER : Sports.of(SLUGS.get(name));
  }

  /** Returns whether the cadence counts steps. */
  static boolean isOnFoot(String sportType, String type) {
    String name = name(sportType, type);
    return name != null && ON_FOOT.contains(name);
  }

  private static String name(String sportType, String type) {
    return sportType == null ? type : sportType;
  }
}
