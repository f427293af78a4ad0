package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Map;
import java.util.Set;

/** Maps sports and manufacturers of the FIT profile. */
final class FitSports {
  private static final Map<Integer, String> SPORTS =
      Map.ofEntries(
          Map.entry(1, "running"),
          Map.entry(2, "cycling"),
          Map.entry(5, "swimming"),
          Map.entry(6, "basketball"),
          Map.entry(7, "soccer"),
          Map.entry(8, "tennis"),
          Map.entry(9, "american_football"),
          Map.entry(11, "walking"),
          Map.entry(12, "cross_country_skiing"),
          Map.entry(13, "downhill_skiing"),
          Map.entry(14, "snowboarding"),
          Map.entry(15, "rowing"),
          Map.entry(16, "mountaineering"),
          Map.entry(17, "hiking"),
          Map.entry(18, "multisport"),
          Map.entry(19, "paddle_sports"),
          Map.entry(21, "e_biking"),
          Map.entry(22, "motorcycling"),
          Map.entry(23, "boating"),
          Map.entry(25, "golf"),
          Map.entry(26, "hang_gliding"),
          Map.entry(27, "horseback_riding"),
          Map.entry(28, "hunting"),
          Map.entry(29, "fishing"),
          Map.entry(30, "inline_skating"),
          Map.entry(31, "rock_climbing"),
          Map.entry(32, "sailing"),
          Map.entry(33, "ice_skating"),
          Map.entry(34, "sky_diving"),
          Map.entry(35, "snowshoeing"),
          Map.entry(36, "snowmobiling"),
          Map.entry(37, "paddleboarding"),
          Map.entry(38, "surfing"),
          Map.entry(39, "wakeboarding"),
          Map.entry(40, "water_skiing"),
          Map.entry(41, "kayaking"),
          Map.entry(43, "wind_surfing"),
          Map.entry(44, "kitesurfing"),
          Map.entry(47, "boxing"),
          Map.entry(62, "high_intensity_interval_training"));

  /** Sub-sports that are more specific than the sport they come with. */
  private static final Map<Integer, String> SUB_SPORTS =
      Map.ofEntries(
          Map.entry(1, "treadmill_running"),
          Map.entry(3, "trail_running"),
          Map.entry(5, "spinning"),
          Map.entry(6, "indoor_cycling"),
          Map.entry(7, "road_biking"),
          Map.entry(8, "mountain_biking"),
          Map.entry(11, "cyclocross"),
          Map.entry(12, "hand_cycling"),
          Map.entry(13, "track_cycling"),
          Map.entry(14, "indoor_rowing"),
          Map.entry(15, "elliptical"),
          Map.entry(16, "stair_climbing"),
          Map.entry(17, "pool_swimming"),
          Map.entry(18, "open_water_swimming"),
          Map.entry(19, "flexibility"),
          Map.entry(20, "strength_training"),
          Map.entry(26, "cardio_training"),
          Map.entry(27, "treadmill_walking"),
          Map.entry(28, "e_biking"),
          Map.entry(29, "bmx"),
          Map.entry(43, "yoga"),
          Map.entry(44, "pilates"),
          Map.entry(45, "indoor_running"),
          Map.entry(46, "gravel_biking"),
          Map.entry(62, "breathwork"),
          Map.entry(68, "indoor_climbing"),
          Map.entry(69, "bouldering"),
          Map.entry(70, "high_intensity_interval_training"));

  private static final int GENERIC = 0;
  private static final int RUNNING = 1;
  private static final int CYCLING = 2;
  private static final int FITNESS_EQUIPMENT = 4;
  private static final int TRAINING = 10;
  private static final int WALKING = 11;
  private static final int ROWING = 15;
  private static final int VIRTUAL = 58;

  private static final Set<String> ON_FOOT =
      Set.of(
          "running",
          "treadmill_running",
          "trail_running",
          "indoor_running",
          "virtual_running",
          "walking",
          "treadmill_walking",
          "nordic_walking",
          "hiking",
          "rucking",
          "snowshoeing");

  private static final Map<Long, String> MANUFACTURERS =
      Map.of(
          1L, "Garmin",
          23L, "Suunto",
          32L, "Wahoo Fitness",
          123L, "Polar",
          260L, "Zwift",
          265L, "Strava",
          294L, "Coros");

  /** Manufacturer numbers of Zwift and Strava, and the number for development. */
  private static final Set<Long> APPS = Set.of(255L, 260L, 265L);

  private FitSports() {}

  /** Returns the sport of profile numbers; either may be null. */
  static Sport of(Long sport, Long subSport) {
    int s = sport == null ? GENERIC : sport.intValue();
    int sub = subSport == null ? GENERIC : subSport.intValue();
    if (sub == VIRTUAL) {
      return switch (s) {
        case RUNNING -> Sports.of("virtual_running");
        case CYCLING -> Sports.of("virtual_cycling");
        case ROWING -> Sports.of("virtual_rowing");
        default -> baseSport(s);
      };
    }
    String fine = SUB_SPORTS.get(sub);
    if (fine == null || !matches(s, fine)) {
      return baseSport(s);
    }
    return Sports.of(s == WALKING && sub == RUNNING ? "treadmill_walking" : fine);
  }

  /**
   * Returns whether a sub-sport matches its sport. A recorder may combine them wrongly, such as a
   * treadmill with cycling; then only the sport counts.
   */
  private static boolean matches(int sport, String fine) {
    return switch (sport) {
      case RUNNING -> fine.endsWith("running");
      case WALKING -> fine.startsWith("treadmill");
      case CYCLING ->
          fine.endsWith("cycling")
              || fine.endsWith("biking")
              || fine.equals("bmx")
              || fine.equals("cyclocross")
              || fine.equals("spinning");
      case GENERIC, FITNESS_EQUIPMENT, TRAINING -> true;
      // Swimming, rowing, climbing and others have sub-sports of their own only.
      default -> !fine.endsWith("running") && !fine.endsWith("cycling");
    };
  }

  private static Sport baseSport(int sport) {
    return Sports.of(SPORTS.get(sport));
  }

  static boolean isOnFoot(Sport sport) {
    return ON_FOOT.contains(sport.slug());
  }

  static boolean isApp(long manufacturer) {
    return APPS.contains(manufacturer);
  }

  /** Returns null for null. */
  static String manufacturer(Long number) {
    return number == null ? null : MANUFACTURERS.getOrDefault(number, "manufacturer " + number);
  }
}
