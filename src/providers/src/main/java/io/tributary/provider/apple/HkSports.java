package io.tributary.provider.apple;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.util.Map;

/** Maps HealthKit workout types to sports. */
final class HkSports {
  private static final String PREFIX = "HKWorkoutActivityType";
  private static final Map<String, String> SLUGS =
      Map.ofEntries(
          Map.entry("AmericanFootball", "american_football"),
          Map.entry("Archery", "archery"),
          Map.entry("AustralianFootball", "australian_football"),
          Map.entry("Badminton", "badminton"),
          Map.entry("Barre", "barre"),
          Map.entry("Baseball", "baseball"),
          Map.entry("Basketball", "basketball"),
          Map.entry("Bowling", "bowling"),
          Map.entry("Boxing", "boxing"),
          Map.entry("CardioDance", "dance"),
          Map.entry("Climbing", "climbing"),
          Map.entry("Cooldown", "cooldown"),
          Map.entry("CoreTraining", "core_training"),
          Map.entry("Cricket", "cricket"),
          Map.entry("CrossCountrySkiing", "cross_country_skiing"),
          Map.entry("CrossTraining", "cross_training"),
          Map.entry("Curling", "curling"),
          Map.entry("Cycling", "cycling"),
          Map.entry("Dance", "dance"),
          Map.entry("DanceInspiredTraining", "dance"),
          Map.entry("DiscSports", "disc_sports"),
          Map.entry("DownhillSkiing", "downhill_skiing"),
          Map.entry("Elliptical", "elliptical"),
          Map.entry("EquestrianSports", "equestrian_sports"),
          Map.entry("Fencing", "fencing"),
          Map.entry("Fishing", "fishing"),
          Map.entry("FitnessGaming", "fitness_gaming"),
          Map.entry("Flexibility", "flexibility"),
          Map.entry("FunctionalStrengthTraining", "functional_strength_training"),
          Map.entry("Golf", "golf"),
          Map.entry("Gymnastics", "gymnastics"),
          Map.entry("HandCycling", "hand_cycling"),
          Map.entry("Handball", "handball"),
          Map.entry("HighIntensityIntervalTraining", "high_intensity_interval_training"),
          Map.entry("Hiking", "hiking"),
          Map.entry("Hockey", "ice_hockey"),
          Map.entry("Hunting", "hunting"),
          Map.entry("JumpRope", "jump_rope"),
          Map.entry("Kickboxing", "kickboxing"),
          Map.entry("Lacrosse", "lacrosse"),
          Map.entry("MartialArts", "martial_arts"),
          Map.entry("MindAndBody", "mind_and_body"),
          Map.entry("MixedCardio", "mixed_cardio"),
          Map.entry("MixedMetabolicCardioTraining", "mixed_cardio"),
          Map.entry("PaddleSports", "paddle_sports"),
          Map.entry("Pickleball", "pickleball"),
          Map.entry("Pilates", "pilates"),
          Map.entry("Play", "play"),
          Map.entry("PreparationAndRecovery", "preparation_and_recovery"),
          Map.entry("Racquetball", "racquetball"),
          Map.entry("Rowing", "rowing"),
          Map.entry("Rugby", "rugby"),
          Map.entry("Running", "running"),
          Map.entry("Sailing", "sailing"),
          Map.entry("SkatingSports", "skating"),
          Map.entry("SnowSports", "snow_sports"),
          Map.entry("Snowboarding", "snowboarding"),
          Map.entry("Soccer", "soccer"),
          Map.entry("SocialDance", "social_dance"),
          Map.entry("Softball", "softball"),
          Map.entry("Squash", "squash"),
          Map.entry("StairClimbing", "stair_climbing"),
          Map.entry("Stairs", "stairs"),
          Map.entry("StepTraining", "step_training"),
          Map.entry("SurfingSports", "surfing"),
          Map.entry("SwimBikeRun", "triathlon"),
          Map.entry("Swimming", "swimming"),
          Map.entry("TableTennis", "table_tennis"),
          Map.entry("TaiChi", "tai_chi"),
          Map.entry("Tennis", "tennis"),
          Map.entry("TrackAndField", "track_and_field"),
          Map.entry("TraditionalStrengthTraining", "traditional_strength_training"),
          Map.entry("UnderwaterDiving", "diving"),
          Map.entry("Volleyball", "volleyball"),
          Map.entry("Walking", "walking"),
          Map.entry("WaterFitness", "water_fitness"),
          Map.entry("WaterPolo", "water_polo"),
          Map.entry("WaterSports", "water_sports"),
          Map.entry("WheelchairRunPace", "wheelchair_run_pace"),
          Map.entry("WheelchairWalkPace", "wheelchair_walk_pace"),
          Map.entry("Wrestling", "wrestling"),
          Map.entry("Yoga", "yoga"));
  private static final Map<String, String> INDOORS =
      Map.of(
          "Cycling", "indoor_cycling",
          "Rowing", "indoor_rowing",
          "Running", "indoor_running",
          "Climbing", "indoor_climbing",
          "Walking", "treadmill_walking");

  private HkSports() {}

  static Sport of(String type, HkMetadata metadata) {
    String name = type.startsWith(PREFIX) ? type.substring(PREFIX.length()) : type;
    if (metadata.isTrue("HKIndoorWorkout") && INDOORS.containsKey(name)) {
      return Sports.of(INDOORS.get(name));
    }
    if (name.equals("Swimming")) {
      return switch (metadata.get("HKSwimmingLocationType")) {
        case "1" -> Sports.of("pool_swimming");
        case "2" -> Sports.of("open_water_swimming");
        default -> Sports.of("swimming");
      };
    }
    return Sports.of(SLUGS.get(name));
  }
}
