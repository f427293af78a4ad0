package io.tributary.provider.googlefit;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/** Feeds of Google Fit. */
enum GoogleFitFeed implements DocumentFeed {
  ACTIVITY(
      30,
      Set.of(Resource.ACTIVITY),
      List.of(GoogleFitDocumentKind.DAY_STEPS, GoogleFitDocumentKind.DAY_EXPENDED),
      GoogleFitDocumentKind.DAY_BMR,
      GoogleFitDocumentKind.DAY_DISTANCE),
  STEPS(30, Resource.STEPS, GoogleFitDocumentKind.STEPS),
  DISTANCE(30, Resource.DISTANCE, GoogleFitDocumentKind.DISTANCE),
  ENERGY(
      30,
      Set.of(Resource.CALORIES_ACTIVE),
      List.of(GoogleFitDocumentKind.EXPENDED),
      GoogleFitDocumentKind.BMR),
  /** A watch may record one heart rate every five seconds. */
  HEART(1, Resource.HEARTRATE, GoogleFitDocumentKind.HEART),
  GLUCOSE(30, Resource.GLUCOSE, GoogleFitDocumentKind.GLUCOSE),
  PRESSURE(90, Resource.BLOOD_PRESSURE, GoogleFitDocumentKind.PRESSURE),
  OXYGEN(14, Resource.BLOOD_OXYGEN, GoogleFitDocumentKind.OXYGEN),
  TEMPERATURE(90, Resource.BODY_TEMPERATURE, GoogleFitDocumentKind.TEMPERATURE),
  WATER(90, Resource.WATER, GoogleFitDocumentKind.WATER),
  BODY(
      90,
      Set.of(Resource.BODY, Resource.WEIGHT, Resource.FAT),
      List.of(GoogleFitDocumentKind.WEIGHT, GoogleFitDocumentKind.FAT)),
  SLEEP(
      30,
      Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE),
      List.of(GoogleFitDocumentKind.SLEEP),
      GoogleFitDocumentKind.SEGMENT,
      GoogleFitDocumentKind.SLEEP_HEART),
  WORKOUTS(
      30,
      Set.of(Resource.WORKOUTS),
      List.of(GoogleFitDocumentKind.WORKOUT),
      GoogleFitDocumentKind.WORKOUT_EXPENDED,
      GoogleFitDocumentKind.WORKOUT_DISTANCE,
      GoogleFitDocumentKind.WORKOUT_HEART),
  /** Undated: one read serves any range. */
  PROFILE(FeedPlan.ANY_RANGE, Resource.PROFILE, GoogleFitDocumentKind.HEIGHT);

  private final FeedPlan<GoogleFitDocumentKind> plan;

  GoogleFitFeed(
      int windowDays,
      Set<Resource> resources,
      List<GoogleFitDocumentKind> main,
      GoogleFitDocumentKind... beside) {
    this.plan = new FeedPlan<>(main, List.of(beside), resources, windowDays);
  }

  GoogleFitFeed(int windowDays, Resource resource, GoogleFitDocumentKind main) {
    this(windowDays, Set.of(resource), List.of(main));
  }

  @Override
  public FeedPlan<GoogleFitDocumentKind> plan() {
    return plan;
  }
}
