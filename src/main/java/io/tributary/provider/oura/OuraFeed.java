package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraCollection.DAILY_ACTIVITY;
import static io.tributary.provider.oura.OuraCollection.DAILY_READINESS;
import static io.tributary.provider.oura.OuraCollection.DAILY_SLEEP;
import static io.tributary.provider.oura.OuraCollection.DAILY_SPO2;
import static io.tributary.provider.oura.OuraCollection.PERSONAL_INFO;
import static io.tributary.provider.oura.OuraCollection.RING_CONFIGURATION;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum OuraFeed implements DocFeed {
  PERSONAL(PERSONAL_INFO, List.of(), Set.of(Resource.PROFILE, Resource.BODY)),
  ACTIVITY(DAILY_ACTIVITY, List.of(), Set.of(Resource.ACTIVITY)),
  SLEEP(
      OuraCollection.SLEEP,
      List.of(DAILY_SLEEP, DAILY_READINESS),
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA)),
  /** Also takes the heart rates inside sleep documents, so that one feed alone fills heartrate. */
  HEARTRATE(
      OuraCollection.HEARTRATE,
      List.of(OuraCollection.SLEEP, DAILY_ACTIVITY),
      Set.of(Resource.HEARTRATE)),
  WORKOUT(OuraCollection.WORKOUT, List.of(), Set.of(Resource.WORKOUTS)),
  SESSION(OuraCollection.SESSION, List.of(), Set.of(Resource.MINDFULNESS_MINUTES)),
  SPO2(DAILY_SPO2, List.of(OuraCollection.SLEEP), Set.of(Resource.BLOOD_OXYGEN)),
  VO2(OuraCollection.VO2_MAX, List.of(), Set.of(Resource.VO2_MAX)),
  RING(RING_CONFIGURATION, List.of(), Set.of());

  /** Undated: one read serves any range. */
  private static final int ANY_RANGE = 400;

  private static final Map<String, OuraFeed> NOTICED =
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

  private final OuraCollection main;
  private final List<OuraCollection> beside;
  private final Set<Resource> resources;

  OuraFeed(OuraCollection main, List<OuraCollection> beside, Set<Resource> resources) {
    this.main = main;
    this.beside = beside;
    this.resources = resources;
  }

  @Override
  public List<OuraCollection> main() {
    return List.of(main);
  }

  @Override
  public List<OuraCollection> beside() {
    return beside;
  }

  /** What the feed makes; the ring makes a device and no resource. */
  @Override
  public Set<Resource> resources() {
    return resources;
  }

  @Override
  public int windowDays() {
    return switch (this) {
      case PERSONAL, RING -> ANY_RANGE;
      // Oura takes 30 days of instants; a day more at both ends is asked for.
      case HEARTRATE -> 28;
      // Nights carry series: a window must fit one transaction.
      case SLEEP -> 30;
      case ACTIVITY, WORKOUT, SESSION, SPO2, VO2 -> 90;
    };
  }

  @Override
  public boolean cutToWindow() {
    return this == HEARTRATE;
  }

  /**
   * The feed that a notice of this kind of document is about; empty where nobody reads it. Heart
   * rates come without notices.
   */
  static Optional<OuraFeed> noticed(String dataType) {
    return Optional.ofNullable(NOTICED.get(dataType));
  }

  /** Kinds of documents that notices are wanted of. */
  static List<String> noticed() {
    return NOTICED.keySet().stream().sorted().toList();
  }
}
