package io.tributary.provider.strava;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum StravaFeed implements DocFeed {
  /** Zones of a workout come out of its streams, so both are read together. */
  ACTIVITIES(
      StravaKind.ACTIVITY,
      List.of(StravaKind.STREAMS),
      Set.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE),
      // Two calls an activity, of a hundred in a quarter of an hour.
      7),
  /** Undated: one read serves any range. */
  ATHLETE(StravaKind.ATHLETE, List.of(), Set.of(Resource.BODY, Resource.PROFILE), 400);

  private final StravaKind main;
  private final List<StravaKind> beside;
  private final Set<Resource> resources;
  private final int windowDays;

  StravaFeed(StravaKind main, List<StravaKind> beside, Set<Resource> resources, int windowDays) {
    this.main = main;
    this.beside = beside;
    this.resources = resources;
    this.windowDays = windowDays;
  }

  @Override
  public List<StravaKind> main() {
    return List.of(main);
  }

  @Override
  public List<StravaKind> beside() {
    return beside;
  }

  @Override
  public Set<Resource> resources() {
    return resources;
  }

  @Override
  public int windowDays() {
    return windowDays;
  }
}
