package io.tributary.provider.sdk;

import io.tributary.model.Resource;

/** Limits of physiologically plausible values. */
final class PlausibilityLimits {
  private PlausibilityLimits() {}

  /**
   * Returns the reason why a value in the resource's unit is implausible, or null if it is
   * plausible.
   *
   * @param second diastolic value of a blood pressure, otherwise ignored
   */
  static String violation(
      SdkProvider provider, Resource resource, double value, double second, String field) {
    if (!Double.isFinite(value)) {
      return "should be a finite number";
    }
    if (provider.kind() == SdkProvider.Kind.READER) {
      return switch (resource) {
        case BLOOD_PRESSURE ->
            field.startsWith("diastolic")
                ? rangeViolation(second, 20, 200)
                : rangeViolation(value, 40, 300);
        case GLUCOSE -> rangeViolation(value, 0.6, 33.3);
        case HEARTRATE -> rangeViolation(value, 20, 250);
        default -> mayBeNegative(resource) || value >= 0 ? null : "should not be negative";
      };
    }
    return mayBeNegative(resource) || value >= 0 ? null : "should not be negative";
  }

  private static String rangeViolation(double value, double low, double high) {
    return value >= low && value <= high ? null : "should be " + low + " to " + high;
  }

  private static boolean mayBeNegative(Resource resource) {
    return switch (resource) {
      case BODY_TEMPERATURE,
          BODY_TEMPERATURE_DELTA,
          BASAL_BODY_TEMPERATURE,
          ELECTROCARDIOGRAM_VOLTAGE,
          HEART_RATE_RECOVERY_ONE_MINUTE,
          NOTE ->
          true;
      default -> false;
    };
  }
}
