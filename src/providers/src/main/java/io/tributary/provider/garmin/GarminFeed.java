package io.tributary.provider.garmin;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Feeds of Garmin. A resource belongs to one feed only, because each feed reports the end of its
 * history. Blood pressures, which contain a pulse, are therefore in the feed of days.
 */
enum GarminFeed implements DocumentFeed {
  /** Requests history; each of its windows arrives afterwards as notifications. */
  BACKFILL(Set.of(), GarminDocumentKind.HISTORY),
  /**
   * Keeps the grant usable. Pushed data need no call, and a refresh token that is unused for ninety
   * days cannot be used any more, not even to delete the registration. Undated: one read serves any
   * range.
   */
  ALIVE(FeedPlan.ANY_RANGE, Set.of(), GarminDocumentKind.PERMISSIONS),
  DAYS(
      Set.of(Resource.ACTIVITY, Resource.HEARTRATE, Resource.BLOOD_PRESSURE),
      GarminDocumentKind.DAILIES,
      GarminDocumentKind.PRESSURES),
  EPOCHS(
      Set.of(Resource.STEPS, Resource.DISTANCE, Resource.CALORIES_ACTIVE),
      GarminDocumentKind.EPOCHS),
  SLEEPS(Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE), GarminDocumentKind.SLEEPS),
  BODY(Set.of(Resource.BODY), GarminDocumentKind.BODY_COMPS),
  STRESS(Set.of(Resource.STRESS_LEVEL), GarminDocumentKind.STRESS),
  METRICS(Set.of(Resource.VO2_MAX), GarminDocumentKind.METRICS),
  OXYGEN(Set.of(Resource.BLOOD_OXYGEN), GarminDocumentKind.PULSE_OX),
  BREATH(Set.of(Resource.RESPIRATORY_RATE), GarminDocumentKind.RESPIRATION),
  HRV(Set.of(Resource.HRV), GarminDocumentKind.HRV),
  WORKOUTS(Set.of(Resource.WORKOUTS), GarminDocumentKind.ACTIVITIES),
  STREAMS(Set.of(Resource.WORKOUT_STREAM), GarminDocumentKind.DETAILS);

  /** Longest backfill of activities, and of anything for some applications, in days. */
  static final int WINDOW_DAYS = 30;

  private final FeedPlan<GarminDocumentKind> plan;

  GarminFeed(Set<Resource> resources, GarminDocumentKind... main) {
    this(WINDOW_DAYS, resources, main);
  }

  GarminFeed(int windowDays, Set<Resource> resources, GarminDocumentKind... main) {
    this.plan = new FeedPlan<>(List.of(main), List.of(), resources, windowDays);
  }

  static GarminFeed of(GarminDocumentKind kind) {
    return Arrays.stream(values())
        .filter(f -> f.plan.mainKinds().contains(kind))
        .findFirst()
        .orElseThrow(IllegalStateException::new);
  }

  /** Returns whether the feed is polled; no call reads days. */
  @Override
  public boolean poll() {
    return this == ALIVE;
  }

  @Override
  public FeedPlan<GarminDocumentKind> plan() {
    return plan;
  }
}
