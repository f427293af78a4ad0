package io.tributary.provider.wahoo;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/** Groups of resources that come out of the same documents. */
enum WahooFeed implements DocFeed {
  /**
   * The highest heart rate and the zones of a workout come out of its file, so both are read
   * together. A list without a filter by date is read from its begin anyhow: one window, in pages.
   */
  WORKOUTS(
      WahooKind.WORKOUT,
      List.of(WahooKind.FILE),
      Set.of(Resource.WORKOUTS, Resource.WORKOUT_STREAM, Resource.HEARTRATE)),
  /** Undated: one read serves any range. */
  USER(WahooKind.USER, List.of(), Set.of(Resource.BODY, Resource.PROFILE));

  private static final int LONGEST_HISTORY = 400;

  private final WahooKind main;
  private final List<WahooKind> beside;
  private final Set<Resource> resources;

  WahooFeed(WahooKind main, List<WahooKind> beside, Set<Resource> resources) {
    this.main = main;
    this.beside = beside;
    this.resources = resources;
  }

  @Override
  public List<WahooKind> main() {
    return List.of(main);
  }

  @Override
  public List<WahooKind> beside() {
    return beside;
  }

  @Override
  public Set<Resource> resources() {
    return resources;
  }

  @Override
  public int windowDays() {
    return LONGEST_HISTORY;
  }
}
