package io.tributary.provider.fitbit;

import static io.tributary.provider.fitbit.FitbitDocumentKind.BREATHS;
import static io.tributary.provider.fitbit.FitbitDocumentKind.CALORIES;
import static io.tributary.provider.fitbit.FitbitDocumentKind.CORE;
import static io.tributary.provider.fitbit.FitbitDocumentKind.EXERCISE;
import static io.tributary.provider.fitbit.FitbitDocumentKind.FAT_LOG;
import static io.tributary.provider.fitbit.FitbitDocumentKind.FOODS;
import static io.tributary.provider.fitbit.FitbitDocumentKind.NIGHT;
import static io.tributary.provider.fitbit.FitbitDocumentKind.SKIN;
import static io.tributary.provider.fitbit.FitbitDocumentKind.USER;
import static io.tributary.provider.fitbit.FitbitDocumentKind.WEIGHT_LOG;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Feeds of Fitbit, each with the longest range that one call covers. A page of single days takes a
 * few of the 150 calls per hour, so that a history resumes where the hour ended.
 */
enum FitbitFeed implements DocumentFeed {
  DAY(List.of(FitbitDocumentKind.DAY), List.of(), 1, Set.of(Resource.ACTIVITY)),
  MINUTES(
      List.of(FitbitDocumentKind.STEPS, FitbitDocumentKind.DISTANCE, CALORIES),
      List.of(),
      1,
      Set.of(Resource.STEPS, Resource.DISTANCE, Resource.CALORIES_ACTIVE)),
  HEART(List.of(FitbitDocumentKind.HEART), List.of(), 1, Set.of(Resource.HEARTRATE)),
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
  VARIABILITY(List.of(FitbitDocumentKind.VARIABILITY), List.of(), 30, Set.of(Resource.HRV)),
  OXYGEN(List.of(FitbitDocumentKind.OXYGEN), List.of(), 30, Set.of(Resource.BLOOD_OXYGEN)),
  TEMPERATURE(
      List.of(SKIN, CORE),
      List.of(),
      30,
      Set.of(Resource.BODY_TEMPERATURE_DELTA, Resource.BODY_TEMPERATURE)),
  CARDIO(List.of(FitbitDocumentKind.CARDIO), List.of(), 30, Set.of(Resource.VO2_MAX)),
  WORKOUTS(List.of(EXERCISE), List.of(), 30, Set.of(Resource.WORKOUTS)),
  FOOD(
      List.of(FOODS, FitbitDocumentKind.WATER),
      List.of(),
      1,
      Set.of(Resource.MEAL, Resource.WATER)),
  /** Undated: one read serves any range. */
  PROFILE(List.of(USER), List.of(), FeedPlan.ANY_RANGE, Set.of(Resource.PROFILE)),
  DEVICES(List.of(FitbitDocumentKind.DEVICE), List.of(), FeedPlan.ANY_RANGE, Set.of());

  private final FeedPlan<FitbitDocumentKind> plan;

  FitbitFeed(
      List<FitbitDocumentKind> main,
      List<FitbitDocumentKind> beside,
      int windowDays,
      Set<Resource> resources) {
    this.plan = new FeedPlan<>(main, beside, resources, windowDays);
  }

  @Override
  public FeedPlan<FitbitDocumentKind> plan() {
    return plan;
  }
}
