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
              "what the sensor kept by itself is of type automatic, what somebody scanned, the"
                  + " current value of the app too, manual_scan, strips are fingerprick",
              "the time is what the clock on the wall showed, as if it were UTC, and has no offset;"
                  + " of an hour that the clock showed twice the later reading stays",
              "mg/dL is divided by 18.018 and rounded to three decimals; beyond 40 and 500 mg/dL"
                  + " the reading is that end, without a value there is none",
              "a day of the portal with readings beyond 30 is mg/dL, one with fractions below is"
                  + " mmol/L; with both or neither its unit is not known and it makes none");
      default -> List.of();
    };
  }
}
