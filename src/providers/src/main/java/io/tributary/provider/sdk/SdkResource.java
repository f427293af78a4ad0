package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Resource names in the upload paths. */
public final class SdkResource {
  /** Alternative names that phone libraries use. */
  private static final Map<String, Resource> ALIASES =
      Map.of(
          "heartrate_variability", Resource.HRV,
          "heart_rate_variability", Resource.HRV,
          "heart_rate", Resource.HEARTRATE,
          "temperature", Resource.BODY_TEMPERATURE);

  /** Summaries that can be uploaded; a sleep includes its sleep cycle and a workout its stream. */
  public static final Set<Resource> SUMMARIES =
      EnumSet.of(
          Resource.ACTIVITY,
          Resource.BODY,
          Resource.PROFILE,
          Resource.SLEEP,
          Resource.WORKOUTS,
          Resource.MEAL,
          Resource.MENSTRUAL_CYCLE,
          Resource.ELECTROCARDIOGRAM);

  private SdkResource() {}

  /** Finds a time series by its event name, its read path or a library's name. */
  public static Optional<Resource> timeseries(String name) {
    return find(name).filter(Resource::isTimeseries);
  }

  /** Finds any resource by the same names. */
  public static Optional<Resource> find(String name) {
    return Resource.of(name)
        .or(() -> Resource.ofPath(name))
        .or(() -> Optional.ofNullable(ALIASES.get(name)));
  }

  static String wire(String name) {
    return find(name).map(Resource::wire).orElse(name);
  }

  /** Returns the resources whose historical stage an upload of this resource belongs to. */
  public static Set<Resource> historicalStage(Resource pushed) {
    return switch (pushed) {
      case SLEEP -> EnumSet.of(Resource.SLEEP, Resource.SLEEP_CYCLE);
      case WORKOUTS -> EnumSet.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM);
      case BODY -> EnumSet.of(Resource.BODY, Resource.WEIGHT, Resource.FAT);
      case ELECTROCARDIOGRAM ->
          EnumSet.of(Resource.ELECTROCARDIOGRAM, Resource.ELECTROCARDIOGRAM_VOLTAGE);
      default -> EnumSet.of(pushed);
    };
  }
}
