package io.tributary.provider.fitbit;

import static io.tributary.provider.fitbit.FitbitKind.BREATHS;
import static io.tributary.provider.fitbit.FitbitKind.CALORIES;
import static io.tributary.provider.fitbit.FitbitKind.CORE;
import static io.tributary.provider.fitbit.FitbitKind.EXERCISE;
import static io.tributary.provider.fitbit.FitbitKind.FAT_LOG;
import static io.tributary.provider.fitbit.FitbitKind.FOODS;
import static io.tributary.provider.fitbit.FitbitKind.NIGHT;
import static io.tributary.provider.fitbit.FitbitKind.SKIN;
import static io.tributary.provider.fitbit.FitbitKind.USER;
import static io.tributary.provider.fitbit.FitbitKind.WEIGHT_LOG;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import io.tributary.provider.doc.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Groups of resources that come out of the same documents, each with the longest range that one
 * call takes: a page of single days is a few of the 150 calls of an hour, so that a history goes on
 * from where the hour ended.
 */
enum FitbitFeed implements DocFeed {
  DAY(List.of(FitbitKind.DAY), List.of(), 1, Set.of(Resource.ACTIVITY)),
  MINUTES(
      List.of(FitbitKind.STEPS, FitbitKind.DISTANCE, CALORIES),
      List.of(),
      1,
      Set.of(Resource.STEPS, Resource.DISTANCE, Resource.CALORIES_ACTIVE)),
  HEART(List.of(FitbitKind.HEART), List.of(), 1, Set.of(Resource.HEARTRATE)),
  SLEEP(
      List.of(NIGHT),
      List.of(BREATHS),
      100,
      Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE, Resource.RESPIRATORY_RATE)),
  WEIGHT(
      List.of(WEIGHT_LOG, FAT_LOG),
      List.of(),
      30,
      Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT)),
  VARIABILITY(List.of(FitbitKind.VARIABILITY), List.of(), 30, Set.of(Resource.HRV)),
  OXYGEN(List.of(FitbitKind.OXYGEN), List.of(), 30, Set.of(Resource.BLOOD_OXYGEN)),
  TEMPERATURE(
      List.of(SKIN, CORE),
      List.of(),
      30,
      Set.of(Resource.BODY_TEMPERATURE_DELTA, Resource.BODY_TEMPERATURE)),
  CARDIO(List.of(FitbitKind.CARDIO), List.of(), 30, Set.of(Resource.VO2_MAX)),
  WORKOUTS(List.of(EXERCISE), List.of(), 30, Set.of(Resource.WORKOUTS)),
  FOOD(List.of(FOODS, FitbitKind.WATER), List.of(), 1, Set.of(Resource.MEAL, Resource.WATER)),
  /** Undated: one read serves any range. */
  PROFILE(List.of(USER), List.of(), FeedPlan.ANY_RANGE, Set.of(Resource.PROFILE)),
  DEVICES(List.of(FitbitKind.DEVICE), List.of(), FeedPlan.ANY_RANGE, Set.of());

  private final FeedPlan<FitbitKind> plan;

  FitbitFeed(
      List<FitbitKind> main, List<FitbitKind> beside, int windowDays, Set<Resource> resources) {
    this.plan = new FeedPlan<>(main, beside, resources, windowDays);
  }

  @Override
  public FeedPlan<FitbitKind> plan() {
    return plan;
  }
}
