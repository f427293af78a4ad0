package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import java.util.List;

/** Description of the mapping of each resource. */
final class DexcomMapping {
  private DexcomMapping() {}

  static List<String> describe(Resource resource) {
    return switch (resource) {
      case GLUCOSE ->
          List.of(
              "readings of egvs are of type automatic, calibrations and events of blood glucose of"
                  + " type fingerprick",
              "mg/dL is divided by 18.018 and rounded to three decimals, mmol/L is taken as it is;"
                  + " a reading without a value or a known unit makes none",
              "beyond the sensor's range the value is the one it is clamped to, if there is one",
              "the time is systemTime; the offset is what displayTime is ahead of it, to a quarter"
                  + " of an hour");
      case INSULIN_INJECTION ->
          List.of(
              "events of insulin; fastActing is rapid_acting as a bolus, longActing long_acting as"
                  + " basal, others make none");
      case CARBOHYDRATES -> List.of("events of carbs, over one second");
      case WORKOUT_DURATION ->
          List.of("events of exercise from their time on; light is low, heavy is high");
      case NOTE -> List.of("events of notes that are not empty");
      default -> List.of();
    };
  }
}
