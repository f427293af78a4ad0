package io.tributary.provider.garmin;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Groups of resources that come out of the same summaries. A resource is of one feed only, because
 * each feed tells of its history: so pressures, which have a pulse, are with the days.
 */
enum GarminFeed implements DocFeed {
  /** Asks for history: each of its windows is sent afterwards as notices. */
  BACKFILL(Set.of(), GarminKind.HISTORY),
  /**
   * Keeps the grant usable: who is only told things makes no call, and a refresh token that is not
   * used for ninety days could not even end the registration any more.
   */
  ALIVE(Set.of(), GarminKind.PERMISSIONS),
  DAYS(
      Set.of(Resource.ACTIVITY, Resource.HEARTRATE, Resource.BLOOD_PRESSURE),
      GarminKind.DAILIES,
      GarminKind.PRESSURES),
  EPOCHS(Set.of(Resource.STEPS, Resource.DISTANCE, Resource.CALORIES_ACTIVE), GarminKind.EPOCHS),
  SLEEPS(Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE), GarminKind.SLEEPS),
  BODY(Set.of(Resource.BODY), GarminKind.BODY_COMPS),
  STRESS(Set.of(Resource.STRESS_LEVEL), GarminKind.STRESS),
  METRICS(Set.of(Resource.VO2_MAX), GarminKind.METRICS),
  OXYGEN(Set.of(Resource.BLOOD_OXYGEN), GarminKind.PULSE_OX),
  BREATH(Set.of(Resource.RESPIRATORY_RATE), GarminKind.RESPIRATION),
  HRV(Set.of(Resource.HRV), GarminKind.HRV),
  WORKOUTS(Set.of(Resource.WORKOUTS), GarminKind.ACTIVITIES),
  STREAMS(Set.of(Resource.WORKOUT_STREAM), GarminKind.DETAILS);

  /** The longest that a backfill of activities, and some applications at all, may reach. */
  static final int WINDOW_DAYS = 30;

  /** Undated: one read serves any range. */
  private static final int ANY_RANGE = 400;

  private final Set<Resource> resources;
  private final List<GarminKind> main;

  GarminFeed(Set<Resource> resources, GarminKind... main) {
    this.resources = resources;
    this.main = List.of(main);
  }

  static GarminFeed of(GarminKind kind) {
    return Arrays.stream(values())
        .filter(f -> f.main.contains(kind))
        .findFirst()
        .orElseThrow(IllegalStateException::new);
  }

  @Override
  public List<GarminKind> main() {
    return main;
  }

  @Override
  public Set<Resource> resources() {
    return resources;
  }

  @Override
  public int windowDays() {
    return this == ALIVE ? ANY_RANGE : WINDOW_DAYS;
  }

  /** There is no call that reads days. */
  @Override
  public boolean poll() {
    return this == ALIVE;
  }
}
