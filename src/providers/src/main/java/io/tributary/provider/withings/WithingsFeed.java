package io.tributary.provider.withings;

import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BLOOD_PRESSURE;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.ELECTROCARDIOGRAM;
import static io.tributary.model.Resource.ELECTROCARDIOGRAM_VOLTAGE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HEART_RATE_ALERT;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WEIGHT;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Set;

/**
 * Feeds of Withings. A resource belongs to one feed only, because its history ends once; heart
 * rates come from measures, minutes and nights.
 */
enum WithingsFeed implements DocumentFeed {
  /**
   * Minutes have no zone; the activities of the days around contain it, and are read before them.
   */
  DAYS(
      List.of(
          WithingsDocumentKind.MEASURE,
          WithingsDocumentKind.ACTIVITY,
          WithingsDocumentKind.INTRADAY,
          WithingsDocumentKind.SLEEP),
      List.of(WithingsDocumentKind.STAGES),
      3,
      Set.of(
          BODY,
          WEIGHT,
          FAT,
          BLOOD_PRESSURE,
          BODY_TEMPERATURE,
          BLOOD_OXYGEN,
          VO2_MAX,
          HEARTRATE,
          STEPS,
          DISTANCE,
          CALORIES_ACTIVE,
          Resource.SLEEP,
          SLEEP_CYCLE,
          HRV,
          RESPIRATORY_RATE)),
  ACTIVITY(List.of(WithingsDocumentKind.ACTIVITY), List.of(), 90, Set.of(Resource.ACTIVITY)),
  WORKOUTS(List.of(WithingsDocumentKind.WORKOUT), List.of(), 90, Set.of(Resource.WORKOUTS)),
  HEART(
      List.of(WithingsDocumentKind.HEART),
      List.of(WithingsDocumentKind.SIGNAL),
      30,
      Set.of(ELECTROCARDIOGRAM, ELECTROCARDIOGRAM_VOLTAGE, HEART_RATE_ALERT)),
  /** Undated: one read serves any range. */
  DEVICES(List.of(WithingsDocumentKind.DEVICE), List.of(), FeedPlan.ANY_RANGE, Set.of());

  private final FeedPlan<WithingsDocumentKind> plan;

  WithingsFeed(
      List<WithingsDocumentKind> main,
      List<WithingsDocumentKind> beside,
      int windowDays,
      Set<Resource> resources) {
    this.plan = new FeedPlan<>(main, beside, resources, windowDays);
  }

  @Override
  public FeedPlan<WithingsDocumentKind> plan() {
    return plan;
  }
}
