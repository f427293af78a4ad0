package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import io.tributary.model.SampleExtras;
import java.util.List;
import java.util.Set;

/** Reads the additional fields of some time series and validates their enumerated values. */
final class SampleExtrasReader {
  private static final Set<String> GLUCOSE = Set.of("automatic", "manual_scan", "fingerprick");
  private static final Set<String> CHOLESTEROL =
      Set.of(
          "cholesterol/ldl", "cholesterol/hdl", "cholesterol/total", "cholesterol/triglycerides");
  private static final Set<String> ALERTS =
      Set.of("low_heart_rate", "high_heart_rate", "irregular_rhythm");
  private static final Set<String> STAND = Set.of("stood", "idle");
  private static final Set<String> BREATHING = Set.of("elevated", "not_elevated");
  private static final Set<String> INSULIN = Set.of("rapid_acting", "long_acting");
  private static final Set<String> MODES = Set.of("basal", "bolus");
  private static final Set<String> FORMS = Set.of("standard", "extended");
  private static final Set<String> PURPOSES = Set.of("meal", "correction", "mixed", "unknown");
  private static final Set<String> INTENSITIES = Set.of("low", "medium", "high");
  private static final Set<String> TAGS =
      Set.of("food", "exercise", "insulin_injection", "unspecified");
  private static final Set<String> LOCATIONS =
      Set.of(
          "armpit",
          "body",
          "ear",
          "finger",
          "gastrointestinal",
          "mouth",
          "rectum",
          "toe",
          "eardrum",
          "temporal_artery",
          "forehead",
          "wrist");

  private SampleExtrasReader() {}

  /**
   * Returns the extra fields of a record, or null if there are none. Faults are recorded in the
   * record.
   *
   * @param sourceWord source type as spelled in the record, or null
   */
  static SampleExtras of(Resource resource, SampleRecord it, String sourceWord) {
    return switch (resource) {
      case GLUCOSE -> {
        String type = it.reading != null ? it.reading : sourceWord;
        yield GLUCOSE.contains(type == null ? "" : type)
            ? SampleExtras.type(type)
            : it.reading == null ? null : SampleExtras.type(readingType(it, it.reading, GLUCOSE));
      }
      case CHOLESTEROL ->
          SampleExtras.type(required(it, fullCholesterolType(it.reading), CHOLESTEROL));
      case IGE, IGG, ELECTROCARDIOGRAM_VOLTAGE -> {
        if (it.reading == null || it.reading.isEmpty()) {
          it.fault("reading_type", "Field required", "missing");
        }
        yield SampleExtras.type(it.reading);
      }
      case HEART_RATE_ALERT -> SampleExtras.type(required(it, it.reading, ALERTS));
      case STAND_HOUR -> SampleExtras.type(required(it, it.reading, STAND));
      case SLEEP_BREATHING_DISTURBANCE ->
          it.reading == null ? null : SampleExtras.type(readingType(it, it.reading, BREATHING));
      case INSULIN_INJECTION ->
          SampleExtras.insulin(
              required(it, it.reading, INSULIN),
              enumValue(it, "delivery_mode", it.deliveryMode, MODES),
              enumValue(it, "delivery_form", it.deliveryForm, FORMS),
              enumValue(it, "bolus_purpose", it.bolusPurpose, PURPOSES));
      case NOTE -> note(it);
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA -> {
        String at = enumValue(it, "sensor_location", it.sensorLocation, LOCATIONS);
        yield at == null ? null : SampleExtras.sensorLocation(at);
      }
      case WORKOUT_DURATION -> {
        String how = enumValue(it, "intensity", it.intensity, INTENSITIES);
        yield how == null ? null : SampleExtras.intensity(how);
      }
      default -> null;
    };
  }

  /** Returns whether readings of the resource have a reading type. */
  static boolean hasReadingType(Resource resource) {
    return switch (resource) {
      case CHOLESTEROL,
          IGE,
          IGG,
          ELECTROCARDIOGRAM_VOLTAGE,
          HEART_RATE_ALERT,
          STAND_HOUR,
          SLEEP_BREATHING_DISTURBANCE,
          INSULIN_INJECTION ->
          true;
      default -> false;
    };
  }

  /** Prefixes the short names of cholesterol readings; leaves others unchanged. */
  static String fullCholesterolType(String reading) {
    return reading == null || reading.startsWith("cholesterol/")
        ? reading
        : "cholesterol/" + reading;
  }

  private static SampleExtras note(SampleRecord it) {
    if (it.text == null) {
      it.fault("value", "Input should be a valid string", "string_type");
      return null;
    }
    List<String> tags = it.tags == null ? List.of() : it.tags;
    if (!TAGS.containsAll(tags)) {
      it.fault("tags", "Input should be of: " + sorted(TAGS), "enum");
    }
    return SampleExtras.note(it.text, tags);
  }

  private static String required(SampleRecord it, String reading, Set<String> words) {
    if (reading == null) {
      it.fault("reading_type", "Field required", "missing");
      return null;
    }
    return readingType(it, reading, words);
  }

  private static String readingType(SampleRecord it, String reading, Set<String> words) {
    return enumValue(it, "reading_type", reading, words);
  }

  private static String enumValue(SampleRecord it, String field, String word, Set<String> words) {
    if (word != null && !words.contains(word)) {
      it.fault(field, "Input should be one of: " + sorted(words), "enum");
    }
    return word;
  }

  private static String sorted(Set<String> words) {
    return String.join(", ", words.stream().sorted().toList());
  }
}
