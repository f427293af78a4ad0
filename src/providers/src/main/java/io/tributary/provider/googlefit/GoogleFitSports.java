package io.tributary.provider.googlefit;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import io.tributary.provider.document.LenientJson;
import java.util.Map;
import java.util.Set;

/** Maps Google Fit activity numbers to sports. */
final class GoogleFitSports {
  static final String SLEEP = "72";

  /** Stages of sleep, which can also be sessions. */
  private static final Set<String> STAGES = Set.of("109", "110", "111", "112");

  private static final Map<String, String> SPORTS =
      Map.ofEntries(
          Map.entry("1", "cycling"),
          Map.entry("7", "walking"),
          Map.entry("8", "running"),
          Map.entry("9", "aerobics"),
          Map.entry("10", "badminton"),
          Map.entry("11", "baseball"),
          Map.entry("12", "basketball"),
          Map.entry("14", "hand_cycling"),
          Map.entry("15", "mountain_biking"),
          Map.entry("16", "road_biking"),
          Map.entry("17", "spinning"),
          Map.entry("18", "indoor_cycling"),
          Map.entry("20", "boxing"),
          Map.entry("22", "circuit_training"),
          Map.entry("23", "cricket"),
          Map.entry("24", "dance"),
          Map.entry("25", "elliptical"),
          Map.entry("26", "fencing"),
          Map.entry("27", "american_football"),
          Map.entry("28", "australian_football"),
          Map.entry("29", "soccer"),
          Map.entry("31", "gardening"),
          Map.entry("32", "golf"),
          Map.entry("33", "gymnastics"),
          Map.entry("34", "handball"),
          Map.entry("35", "hiking"),
          Map.entry("37", "horseback_riding"),
          Map.entry("38", "housework"),
          Map.entry("39", "jump_rope"),
          Map.entry("40", "kayaking"),
          Map.entry("42", "kickboxing"),
          Map.entry("43", "kitesurfing"),
          Map.entry("44", "martial_arts"),
          Map.entry("45", "meditation"),
          Map.entry("46", "mixed_martial_arts"),
          Map.entry("48", "paragliding"),
          Map.entry("49", "pilates"),
          Map.entry("50", "polo"),
          Map.entry("51", "racquetball"),
          Map.entry("52", "rock_climbing"),
          Map.entry("53", "rowing"),
          Map.entry("54", "indoor_rowing"),
          Map.entry("55", "rugby"),
          Map.entry("56", "running"),
          Map.entry("58", "treadmill_running"),
          Map.entry("59", "sailing"),
          Map.entry("60", "scuba_diving"),
          Map.entry("61", "skateboarding"),
          Map.entry("62", "skating"),
          Map.entry("64", "inline_skating"),
          Map.entry("67", "cross_country_skiing"),
          Map.entry("68", "downhill_skiing"),
          Map.entry("70", "roller_skiing"),
          Map.entry("71", "sledding"),
          Map.entry("73", "snowboarding"),
          Map.entry("74", "snowmobiling"),
          Map.entry("75", "snowshoeing"),
          Map.entry("76", "squash"),
          Map.entry("77", "stair_climbing"),
          Map.entry("79", "paddleboarding"),
          Map.entry("80", "strength_training"),
          Map.entry("81", "surfing"),
          Map.entry("82", "swimming"),
          Map.entry("83", "pool_swimming"),
          Map.entry("84", "open_water_swimming"),
          Map.entry("85", "table_tennis"),
          Map.entry("87", "tennis"),
          Map.entry("89", "volleyball"),
          Map.entry("90", "beach_volleyball"),
          Map.entry("92", "wakeboarding"),
          Map.entry("93", "walking"),
          Map.entry("94", "nordic_walking"),
          Map.entry("95", "treadmill_walking"),
          Map.entry("96", "water_polo"),
          Map.entry("97", "weightlifting"),
          Map.entry("98", "wheelchair"),
          Map.entry("99", "wind_surfing"),
          Map.entry("100", "yoga"),
          Map.entry("101", "zumba"),
          Map.entry("102", "diving"),
          Map.entry("104", "ice_skating"),
          Map.entry("106", "curling"),
          Map.entry("113", "crossfit"),
          Map.entry("114", "high_intensity_interval_training"),
          Map.entry("119", "archery"),
          Map.entry("120", "softball"));

  private GoogleFitSports() {}

  static boolean isSleep(LenientJson session) {
    return SLEEP.equals(session.id("activityType"));
  }

  static boolean isWorkout(LenientJson session) {
    String type = session.id("activityType");
    return !SLEEP.equals(type) && (type == null || !STAGES.contains(type));
  }

  /** Returns {@link Sports#OTHER} for missing and unknown numbers. */
  static Sport of(LenientJson session) {
    return Sports.of(session.lookup("activityType", SPORTS));
  }
}
