package io.tributary.provider.cronometer;

import io.tributary.model.Resource;
import io.tributary.provider.doc.DocFeed;
import java.util.List;
import java.util.Set;

/** One call has all of a day. */
enum CronometerFeed implements DocFeed {
  DIARY;

  private static final int WEEK = 7;

  @Override
  public List<CronometerKind> main() {
    return List.of(CronometerKind.DIARY);
  }

  @Override
  public Set<Resource> resources() {
    return Set.copyOf(CronometerNormaliser.RESOURCES);
  }

  @Override
  public int windowDays() {
    return WEEK;
  }
}
