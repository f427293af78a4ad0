package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the events that a person has entered. */
final class DexcomEvents {
  private static final double MAX_UNITS = 1000;
  private static final double MAX_GRAMS = 10_000;
  private static final double MAX_MINUTES = 7 * 24 * 60;

  private static final Map<String, SampleExtras> INSULIN =
      Map.of(
          "fastActing", SampleExtras.insulin("rapid_acting", "bolus", null, null),
          "longActing", SampleExtras.insulin("long_acting", "basal", null, null));

  private static final Map<String, String> INTENSITY =
      Map.of("light", "low", "medium", "medium", "heavy", "high");

  private DexcomEvents() {}

  /**
   * Returns the sample of an event. It is empty for types without a resource, such as moods, and
   * for deleted events: samples that are already stored stay, and new ones are not created.
   */
  static Optional<Sample> sample(LenientJson event, AccountContext facts) {
    if ("deleted".equals(event.text("eventStatus"))) {
      return Optional.empty();
    }
    String type = event.requiredText("eventType");
    return switch (type) {
      case "bloodGlucose" -> DexcomNormalizer.glucose(event, facts, DexcomNormalizer.FINGERSTICK);
      case "carbs" -> Optional.of(carbohydrates(event, DexcomTime.of(event, facts)));
      case "insulin" -> Optional.of(insulin(event, DexcomTime.of(event, facts)));
      case "exercise" -> Optional.of(exercise(event, DexcomTime.of(event, facts)));
      case "notes" -> note(event, DexcomTime.of(event, facts));
      default -> Optional.empty();
    };
  }

  private static Sample carbohydrates(LenientJson event, OffsetInstant at) {
    return Sample.interval(
        Resource.CARBOHYDRATES,
        DexcomNormalizer.SENSOR,
        at.at(),
        at.at().plusSeconds(1),
        at.offsetSeconds(),
        amount(event, "grams", MAX_GRAMS));
  }

  private static Sample insulin(LenientJson event, OffsetInstant at) {
    double units = amount(event, "units", MAX_UNITS);
    return new Sample(
        Resource.INSULIN_INJECTION,
        DexcomNormalizer.SENSOR,
        at.at(),
        null,
        at.offsetSeconds(),
        units,
        LenientJson.required("eventSubType", event.lookup("eventSubType", INSULIN)));
  }

  private static Sample exercise(LenientJson event, OffsetInstant at) {
    double minutes = amount(event, "minutes", MAX_MINUTES);
    String intensity = event.lookup("eventSubType", INTENSITY);
    return new Sample(
        Resource.WORKOUT_DURATION,
        DexcomNormalizer.SENSOR,
        at.at(),
        at.at().plus(Duration.ofSeconds(Math.round(minutes * 60))),
        at.offsetSeconds(),
        minutes,
        intensity == null ? null : SampleExtras.intensity(intensity));
  }

  /** Returns empty for an empty note. */
  private static Optional<Sample> note(LenientJson event, OffsetInstant at) {
    return Optional.ofNullable(event.id("value"))
        .map(
            text ->
                new Sample(
                    Resource.NOTE,
                    DexcomNormalizer.SENSOR,
                    at.at(),
                    null,
                    at.offsetSeconds(),
                    0,
                    SampleExtras.note(text, List.of())));
  }

  private static double amount(LenientJson event, String unit, double most) {
    double value = LenientJson.required("value", event.number("value", 0, most));
    if (!unit.equals(event.text("unit"))) {
      throw new IllegalArgumentException("unit is not " + unit);
    }
    return value;
  }
}
