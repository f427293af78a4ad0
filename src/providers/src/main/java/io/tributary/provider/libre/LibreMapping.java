package io.tributary.provider.libre;

import io.tributary.model.Resource;
import java.util.List;

/** Description of the mapping of each resource. */
final class LibreMapping {
  private LibreMapping() {}

  static List<String> describe(Resource resource) {
    return switch (resource) {
      case GLUCOSE ->
          List.of(
              "readings stored by the sensor have type automatic; scanned readings and the app's"
                  + " current value have type manual_scan; strips have type fingerprick",
              "the time is the local time shown by the clock, stored as if it were UTC, without an"
                  + " offset; of an hour that occurs twice, the later reading is kept",
              "mg/dL is divided by 18.018 and rounded to three decimals; values outside 40 to 500"
                  + " mg/dL are clamped, readings without a value are dropped",
              "a day of the portal with readings above 30 is in mg/dL, one with fractions below 30"
                  + " in mmol/L; with both or neither, the unit is unknown and the day is dropped");
      default -> List.of();
    };
  }
}
