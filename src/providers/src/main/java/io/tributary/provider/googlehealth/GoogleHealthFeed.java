package io.tributary.provider.googlehealth;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Feeds of Google Health. Types that are measured often have a feed of their own, so that a page
 * holds at most about 20,000 records.
 */
enum GoogleHealthFeed implements DocumentFeed {
  /** Two weeks is the longest range for sums of calories. */
  ACTIVITY(
      14,
      Set.of(Resource.ACTIVITY),
      List.of(
          GoogleHealthDocumentKind.DAY_STEPS,
          GoogleHealthDocumentKind.DAY_DISTANCE,
          GoogleHealthDocumentKind.DAY_FLOORS,
          GoogleHealthDocumentKind.DAY_CALORIES,
          GoogleHealthDocumentKind.DAY_ENERGY),
      GoogleHealthDocumentKind.RESTING),
  STEPS(10, Resource.STEPS, GoogleHealthDocumentKind.STEPS),
  DISTANCE(10, Resource.DISTANCE, GoogleHealthDocumentKind.DISTANCE),
  FLOORS(30, Resource.FLOORS_CLIMBED, GoogleHealthDocumentKind.FLOORS),
  ENERGY(30, Resource.CALORIES_ACTIVE, GoogleHealthDocumentKind.ENERGY),
  /** One heart rate every five seconds: each UTC day is a page of its own. */
  HEART(10, Resource.HEARTRATE, GoogleHealthDocumentKind.HEART_RATE),
  HRV(30, Resource.HRV, GoogleHealthDocumentKind.HRV),
  OXYGEN(14, Resource.BLOOD_OXYGEN, GoogleHealthDocumentKind.OXYGEN),
  BREATH(90, Resource.RESPIRATORY_RATE, GoogleHealthDocumentKind.BREATH),
  VO2_MAX(90, Resource.VO2_MAX, GoogleHealthDocumentKind.VO2_MAX),
  TEMPERATURE(90, Resource.BODY_TEMPERATURE, GoogleHealthDocumentKind.TEMPERATURE),
  GLUCOSE(30, Resource.GLUCOSE, GoogleHealthDocumentKind.GLUCOSE),
  WATER(90, Resource.WATER, GoogleHealthDocumentKind.WATER),
  BODY(
      90,
      Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT),
      List.of(GoogleHealthDocumentKind.WEIGHT, GoogleHealthDocumentKind.FAT)),
  SLEEP(30, Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE), List.of(GoogleHealthDocumentKind.SLEEP)),
  WORKOUTS(30, Resource.WORKOUTS, GoogleHealthDocumentKind.EXERCISE),
  /** Undated: one read serves any range. */
  PROFILE(FeedPlan.ANY_RANGE, Resource.PROFILE, GoogleHealthDocumentKind.HEIGHT);

  private final FeedPlan<GoogleHealthDocumentKind> plan;

  GoogleHealthFeed(
      int windowDays,
      Set<Resource> resources,
      List<GoogleHealthDocumentKind> main,
      GoogleHealthDocumentKind... beside) {
    this.plan = new FeedPlan<>(main, List.of(beside), resources, windowDays);
  }

  GoogleHealthFeed(int windowDays, Resource resource, GoogleHealthDocumentKind main) {
    this(windowDays, Set.of(resource), List.of(main));
  }

  /** Instants are requested by whole UTC days around the window. */
  @Override
  public boolean cutToWindow() {
    return plan.mainKinds().stream()
        .anyMatch(
            k ->
                switch (k.call()) {
                  case INTERVAL, SAMPLE, WINDOWS -> true;
                  case SESSION, NIGHT, DAILY, ALL, DAYS -> false;
                });
  }

  @Override
  public FeedPlan<GoogleHealthDocumentKind> plan() {
    return plan;
  }
}
