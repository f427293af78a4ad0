package io.tributary.provider.googlehealth;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Groups of resources that come out of the same documents. Types that are measured often have a
 * feed of their own, so that each page holds some 20,000 records at most.
 */
enum GoogleFeed implements DocFeed {
  /** Two weeks is the longest range of sums of calories. */
  ACTIVITY(
      14,
      Set.of(Resource.ACTIVITY),
      List.of(
          GoogleKind.DAY_STEPS,
          GoogleKind.DAY_DISTANCE,
          GoogleKind.DAY_FLOORS,
          GoogleKind.DAY_CALORIES,
          GoogleKind.DAY_ENERGY),
      GoogleKind.RESTING),
  STEPS(10, Resource.STEPS, GoogleKind.STEPS),
  DISTANCE(10, Resource.DISTANCE, GoogleKind.DISTANCE),
  FLOORS(30, Resource.FLOORS_CLIMBED, GoogleKind.FLOORS),
  ENERGY(30, Resource.CALORIES_ACTIVE, GoogleKind.ENERGY),
  /** One in five seconds: each UTC day is a page of its own. */
  HEART(10, Resource.HEARTRATE, GoogleKind.HEART_RATE),
  HRV(30, Resource.HRV, GoogleKind.HRV),
  OXYGEN(14, Resource.BLOOD_OXYGEN, GoogleKind.OXYGEN),
  BREATH(90, Resource.RESPIRATORY_RATE, GoogleKind.BREATH),
  VO2_MAX(90, Resource.VO2_MAX, GoogleKind.VO2_MAX),
  TEMPERATURE(90, Resource.BODY_TEMPERATURE, GoogleKind.TEMPERATURE),
  GLUCOSE(30, Resource.GLUCOSE, GoogleKind.GLUCOSE),
  WATER(90, Resource.WATER, GoogleKind.WATER),
  BODY(
      90,
      Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT),
      List.of(GoogleKind.WEIGHT, GoogleKind.FAT)),
  SLEEP(30, Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE), List.of(GoogleKind.SLEEP)),
  WORKOUTS(30, Resource.WORKOUTS, GoogleKind.EXERCISE),
  /** Undated: one read serves any range. */
  PROFILE(FeedPlan.ANY_RANGE, Resource.PROFILE, GoogleKind.HEIGHT);

  private final FeedPlan<GoogleKind> plan;

  GoogleFeed(int windowDays, Set<Resource> resources, List<GoogleKind> main, GoogleKind... beside) {
    this.plan = new FeedPlan<>(main, List.of(beside), resources, windowDays);
  }

  GoogleFeed(int windowDays, Resource resource, GoogleKind main) {
    this(windowDays, Set.of(resource), List.of(main));
  }

  /** Instants are asked for by whole UTC days around the window. */
  @Override
  public boolean cutToWindow() {
    return plan.main().stream()
        .anyMatch(
            k ->
                switch (k.call()) {
                  case INTERVAL, SAMPLE, WINDOWS -> true;
                  case SESSION, NIGHT, DAILY, ALL, DAYS -> false;
                });
  }

  @Override
  public FeedPlan<GoogleKind> plan() {
    return plan;
  }
}
