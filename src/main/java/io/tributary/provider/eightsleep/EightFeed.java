package io.tributary.provider.eightsleep;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

enum EightFeed implements DocFeed {
  NIGHTS(
      14,
      List.of(EightKind.INTERVAL),
      List.of(EightKind.TREND),
      Resource.SLEEP,
      Resource.SLEEP_CYCLE,
      Resource.HEARTRATE,
      Resource.HRV,
      Resource.RESPIRATORY_RATE),
  USER(30, List.of(EightKind.USER), List.of(), Resource.PROFILE);

  private final int windowDays;
  private final List<EightKind> main;
  private final List<EightKind> beside;
  private final Set<Resource> resources;

  /** A night with three readings a minute has 1,400 of them. */
  EightFeed(int windowDays, List<EightKind> main, List<EightKind> beside, Resource... resources) {
    this.windowDays = windowDays;
    this.main = main;
    this.beside = beside;
    this.resources = Set.of(resources);
  }

  @Override
  public List<EightKind> main() {
    return main;
  }

  @Override
  public List<EightKind> beside() {
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
