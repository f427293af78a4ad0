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
              "egvs readings have type automatic; calibrations and blood glucose events have"
                  + " type fingerprick",
              "mg/dL values are divided by 18.018 and rounded to three decimals, mmol/L values are"
                  + " kept; readings without a value or a known unit are dropped",
              "outside the sensor's range, the clamped value is used if there is one",
              "the time is systemTime; the offset is displayTime minus systemTime, rounded to a"
                  + " quarter of an hour");
      case INSULIN_INJECTION ->
          List.of(
              "insulin events; fastActing becomes a rapid_acting bolus, longActing becomes"
                  + " long_acting basal, others are dropped");
      case CARBOHYDRATES -> List.of("carbs events, with a duration of one second");
      case WORKOUT_DURATION ->
          List.of("exercise events, starting at their time; light becomes low, heavy becomes high");
      case NOTE -> List.of("notes events that are not empty");
      default -> List.of();
    };
  }
}
