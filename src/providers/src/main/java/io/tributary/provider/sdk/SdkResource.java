package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names of resources in the paths that clients push to. */
public final class SdkResource {
  /** Names that phone libraries use besides ours. */
  private static final Map<String, Resource> ALIASES =
      Map.of(
          "heartrate_variability", Resource.HRV,
          "heart_rate_variability", Resource.HRV,
          "heart_rate", Resource.HEARTRATE,
          "temperature", Resource.BODY_TEMPERATURE);

  /** Summaries that can be pushed; a sleep brings its sleep_cycle with it, a workout its stream. */
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

  /** A timeseries by its event name, its read path or a library's name for it. */
  public static Optional<Resource> timeseries(String name) {
    return any(name).filter(Resource::isTimeseries);
  }

  /** Any resource likewise. */
  public static Optional<Resource> any(String name) {
    return Resource.of(name)
        .or(() -> Resource.ofPath(name))
        .or(() -> Optional.ofNullable(ALIASES.get(name)));
  }

  static String wire(String name) {
    return any(name).map(Resource::wire).orElse(name);
  }

  /** The resources whose historical stage a push of this one belongs to. */
  public static Set<Resource> stage(Resource pushed) {
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
