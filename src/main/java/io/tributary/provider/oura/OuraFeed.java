package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraCollection.DAILY_ACTIVITY;
import static io.tributary.provider.oura.OuraCollection.DAILY_READINESS;
import static io.tributary.provider.oura.OuraCollection.DAILY_SLEEP;
import static io.tributary.provider.oura.OuraCollection.DAILY_SPO2;
import static io.tributary.provider.oura.OuraCollection.PERSONAL_INFO;
import static io.tributary.provider.oura.OuraCollection.RING_CONFIGURATION;

import io.tributary.model.Resource;
import java.util.Locale;
import java.util.Set;

/**
 * Groups of resources that come out of the same documents. A puller fetches {@link #main} and, as
 * far as the granted scopes allow, {@link #beside} for one window, and normalises them together.
 */
enum OuraFeed {
  PERSONAL(PERSONAL_INFO, Set.of(), Set.of(Resource.PROFILE, Resource.BODY)),
  ACTIVITY(DAILY_ACTIVITY, Set.of(), Set.of(Resource.ACTIVITY)),
  SLEEP(
      OuraCollection.SLEEP,
      Set.of(DAILY_SLEEP, DAILY_READINESS),
      Set.of(
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.HRV,
          Resource.RESPIRATORY_RATE,
          Resource.BODY_TEMPERATURE_DELTA)),
  /** Also takes the heart rates inside sleep documents, so that one feed alone fills heartrate. */
  HEARTRATE(
      OuraCollection.HEARTRATE,
      Set.of(OuraCollection.SLEEP, DAILY_ACTIVITY),
      Set.of(Resource.HEARTRATE)),
  WORKOUT(OuraCollection.WORKOUT, Set.of(), Set.of(Resource.WORKOUTS)),
  SESSION(OuraCollection.SESSION, Set.of(), Set.of(Resource.MINDFULNESS_MINUTES)),
  SPO2(DAILY_SPO2, Set.of(OuraCollection.SLEEP), Set.of(Resource.BLOOD_OXYGEN)),
  VO2(OuraCollection.VO2_MAX, Set.of(), Set.of(Resource.VO2_MAX)),
  RING(RING_CONFIGURATION, Set.of(), Set.of());

  private final OuraCollection main;
  private final Set<OuraCollection> beside;
  private final Set<Resource> resources;

  OuraFeed(OuraCollection main, Set<OuraCollection> beside, Set<Resource> resources) {
    this.main = main;
    this.beside = beside;
    this.resources = resources;
  }

  /** The collection without which there is nothing to normalise. */
  OuraCollection main() {
    return main;
  }

  /** Collections that complete the records; a missing one costs fields, not records. */
  Set<OuraCollection> beside() {
    return beside;
  }

  /** What the feed makes; the ring makes a device and no resource. */
  Set<Resource> resources() {
    return resources;
  }

  /** The name stored with pull jobs. */
  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static OuraFeed of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
