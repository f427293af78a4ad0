package io.tributary.provider.googlefit;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum FitFeed implements DocFeed {
  ACTIVITY(
      30,
      Set.of(Resource.ACTIVITY),
      List.of(FitKind.DAY_STEPS, FitKind.DAY_EXPENDED),
      FitKind.DAY_BMR,
      FitKind.DAY_DISTANCE),
  STEPS(30, Resource.STEPS, FitKind.STEPS),
  DISTANCE(30, Resource.DISTANCE, FitKind.DISTANCE),
  ENERGY(30, Set.of(Resource.CALORIES_ACTIVE), List.of(FitKind.EXPENDED), FitKind.BMR),
  /** A watch may tell one in five seconds. */
  HEART(1, Resource.HEARTRATE, FitKind.HEART),
  GLUCOSE(30, Resource.GLUCOSE, FitKind.GLUCOSE),
  PRESSURE(90, Resource.BLOOD_PRESSURE, FitKind.PRESSURE),
  OXYGEN(14, Resource.BLOOD_OXYGEN, FitKind.OXYGEN),
  TEMPERATURE(90, Resource.BODY_TEMPERATURE, FitKind.TEMPERATURE),
  WATER(90, Resource.WATER, FitKind.WATER),
  BODY(
      90,
      Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT),
      List.of(FitKind.WEIGHT, FitKind.FAT)),
  SLEEP(
      30,
      Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE),
      List.of(FitKind.SLEEP),
      FitKind.SEGMENT,
      FitKind.SLEEP_HEART),
  WORKOUTS(
      30,
      Set.of(Resource.WORKOUTS),
      List.of(FitKind.WORKOUT),
      FitKind.WORKOUT_EXPENDED,
      FitKind.WORKOUT_DISTANCE,
      FitKind.WORKOUT_HEART),
  /** Undated: one read serves any range. */
  PROFILE(FeedPlan.ANY_RANGE, Resource.PROFILE, FitKind.HEIGHT);

  private final FeedPlan<FitKind> plan;

  FitFeed(int windowDays, Set<Resource> resources, List<FitKind> main, FitKind... beside) {
    this.plan = new FeedPlan<>(main, List.of(beside), resources, windowDays);
  }

  FitFeed(int windowDays, Resource resource, FitKind main) {
    this(windowDays, Set.of(resource), List.of(main));
  }

  @Override
  public FeedPlan<FitKind> plan() {
    return plan;
  }
}
