package io.tributary.provider.whoop;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum WhoopFeed implements DocFeed {
  CYCLE(WhoopKind.CYCLE, List.of(), Set.of(Resource.ACTIVITY)),
  /** A recovery belongs to a night and says when only through it. */
  SLEEP(
      WhoopKind.SLEEP,
      List.of(WhoopKind.RECOVERY),
      Set.of(Resource.SLEEP, Resource.HRV, Resource.BLOOD_OXYGEN)),
  WORKOUT(WhoopKind.WORKOUT, List.of(), Set.of(Resource.WORKOUTS)),
  BODY(WhoopKind.BODY, List.of(), Set.of(Resource.BODY, Resource.PROFILE));

  /** Undated: one read serves any range. */
  private static final int ANY_RANGE = 400;

  private final WhoopKind main;
  private final List<WhoopKind> beside;
  private final Set<Resource> resources;

  WhoopFeed(WhoopKind main, List<WhoopKind> beside, Set<Resource> resources) {
    this.main = main;
    this.beside = beside;
    this.resources = resources;
  }

  @Override
  public List<WhoopKind> main() {
    return List.of(main);
  }

  @Override
  public List<WhoopKind> beside() {
    return beside;
  }

  @Override
  public Set<Resource> resources() {
    return resources;
  }

  @Override
  public int windowDays() {
    return switch (this) {
      case BODY -> ANY_RANGE;
      // Two or three pages each, so that what is lost to a fault is soon read again.
      case CYCLE, SLEEP, WORKOUT -> 45;
    };
  }
}
