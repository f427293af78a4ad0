package io.tributary.provider.ultrahuman;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/** One call has all of a day. */
enum UltrahumanFeed implements DocFeed {
  DAYS;

  /** A day may hold two thousand readings. */
  private static final int WEEK = 7;

  @Override
  public List<UltrahumanKind> main() {
    return List.of(UltrahumanKind.DAY);
  }

  @Override
  public List<UltrahumanKind> beside() {
    return List.of(UltrahumanKind.EVENING);
  }

  @Override
  public Set<Resource> resources() {
    return Set.copyOf(UltrahumanAdapter.RESOURCES);
  }

  @Override
  public int windowDays() {
    return WEEK;
  }
}
