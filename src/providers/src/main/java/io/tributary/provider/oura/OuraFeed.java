package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraCollection.DAILY_ACTIVITY;
import static io.tributary.provider.oura.OuraCollection.DAILY_READINESS;
import static io.tributary.provider.oura.OuraCollection.DAILY_SLEEP;
import static io.tributary.provider.oura.OuraCollection.DAILY_SPO2;
import static io.tributary.provider.oura.OuraCollection.PERSONAL_INFO;
import static io.tributary.provider.oura.OuraCollection.RING_CONFIGURATION;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentFeed;
import io.tributary.provider.document.FeedPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Feeds of Oura. */
enum OuraFeed implements DocumentFeed {
  /** Undated: one read serves any range. */
  PERSONAL(PERSONAL_INFO, List.of(), Set.of(Resource.PROFILE, Resource.BODY), FeedPlan.ANY_RANGE),
  ACTIVITY(DAILY_ACTIVITY, List.of(), Set.of(Resource.ACTIVITY), 90),
  SLEEP(
      OuraCollection.SLEEP,
      List.of(DAILY_SLEEP, DAILY_READINESS),
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA),
      // Nights contain time series, and a window must fit one transaction.
      30),
  /**
   * Heart rates, including those in sleep documents, so that a single feed provides the resource.
   */
  HEARTRATE(
      OuraCollection.HEARTRATE,
      List.of(OuraCollection.SLEEP, DAILY_ACTIVITY),
      Set.of(Resource.HEARTRATE),
      // Oura accepts a range of 30 days; one more day at both ends is requested.
      28),
  WORKOUT(OuraCollection.WORKOUT, List.of(), Set.of(Resource.WORKOUTS), 90),
  SESSION(OuraCollection.SESSION, List.of(), Set.of(Resource.MINDFULNESS_MINUTES), 90),
  SPO2(DAILY_SPO2, List.of(OuraCollection.SLEEP), Set.of(Resource.BLOOD_OXYGEN), 90),
  VO2(OuraCollection.VO2_MAX, List.of(), Set.of(Resource.VO2_MAX), 90),
  /** Undated as well; it produces a device and no resource. */
  RING(RING_CONFIGURATION, List.of(), Set.of(), FeedPlan.ANY_RANGE);

  private static final Map<String, OuraFeed> FEEDS_BY_DATA_TYPE =
      Map.of(
          "daily_activity", ACTIVITY,
          "sleep", SLEEP,
          "daily_sleep", SLEEP,
          "daily_readiness", SLEEP,
          "workout", WORKOUT,
          "session", SESSION,
          "daily_spo2", SPO2,
          "vo2_max", VO2,
          "ring_configuration", RING);

  private final FeedPlan<OuraCollection> plan;

  OuraFeed(
      OuraCollection main, List<OuraCollection> beside, Set<Resource> resources, int windowDays) {
    this.plan = new FeedPlan<>(List.of(main), beside, resources, windowDays);
  }

  @Override
  public boolean cutToWindow() {
    return this == HEARTRATE;
  }

  /**
   * Returns the feed of a notification; empty if the kind of document is not read. Heart rates have
   * no notifications.
   */
  static Optional<OuraFeed> noticed(String dataType) {
    return Optional.ofNullable(FEEDS_BY_DATA_TYPE.get(dataType));
  }

  /** Returns the kinds of documents to subscribe to. */
  static List<String> noticed() {
    return FEEDS_BY_DATA_TYPE.keySet().stream().sorted().toList();
  }

  @Override
  public FeedPlan<OuraCollection> plan() {
    return plan;
  }
}
