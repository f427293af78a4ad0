package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Samples of one user, page by page.
 *
 * <p>The cost of a page depends on its size, not on the length of the range. Blocking; the caller
 * must have checked that the user belongs to the tenant.
 */
public final class UserSamples {
  private static final String SERIES =
      """
      select id, resource, provider, source_type from series
       where user_id = $1
       order by provider, source_type
      """;

  /** Small, because one hour of a busy resource may hold thousands of samples. */
  private static final int BLOCKS_PER_QUERY = 4;

  /** Blocks count minutes in an int, which overflows shortly after this time. */
  private static final Instant MAX_INSTANT = Instant.parse("6000-01-01T00:00:00Z");

  private final Db db;
  private final SampleContextCache contexts;
  private final Map<Resource, List<SeriesRef>> series;

  private UserSamples(Db db, SampleContextCache contexts, Map<Resource, List<SeriesRef>> series) {
    this.db = db;
    this.contexts = contexts;
    this.series = series;
  }

  static UserSamples of(Db db, SampleContextCache contexts, UUID user) {
    Map<Resource, List<SeriesRef>> series = new EnumMap<>(Resource.class);
    db.query(SERIES, user)
        .forEach(
            row ->
                Resource.of(row.getString("resource"))
                    .ifPresent(
                        resource ->
                            series
                                .computeIfAbsent(resource, r -> new ArrayList<>())
                                .add(
                                    new SeriesRef(
                                        row.getInteger("id"),
                                        row.getString("provider"),
                                        SourceType.of(row.getString("source_type"))))));
    return new UserSamples(db, contexts, series);
  }

  /** Returns the resources for which the user has, or once had, samples. */
  public Set<Resource> resources() {
    return Set.copyOf(series.keySet());
  }

  /** Returns the resource of a series of this user. */
  public Optional<Resource> resource(int number) {
    return series.entrySet().stream()
        .filter(e -> e.getValue().stream().anyMatch(s -> s.id() == number))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Returns the user of a series; empty if there is no such series. */
  public static Optional<UUID> owner(Db db, int series) {
    return RowMapping.first(
        db.query("select user_id from series where id = $1", series), r -> r.getUUID("user_id"));
  }

  /**
   * Returns the next samples in order of time, series and reading. Fewer than the limit means there
   * are no more.
   *
   * @param from first instant, inclusive
   * @param to last instant, inclusive
   * @param after last sample of the previous page; empty for the first page
   */
  public List<StoredSample> page(
      Resource resource, Instant from, Instant to, Optional<SamplePosition> after, int limit) {
    List<SeriesRef> own = series.getOrDefault(resource, List.of());
    Map<Integer, SeriesRef> byId = new HashMap<>();
    own.forEach(s -> byId.put(s.id(), s));
    Instant last = to.isBefore(MAX_INSTANT) ? to : MAX_INSTANT;
    List<StoredSample> out = new ArrayList<>();
    if (from.isAfter(last)) {
      return out;
    }
    BlockScan scan =
        new BlockScan(
            resource,
            own,
            EpochMicros.of(from),
            EpochMicros.of(last),
            after.orElse(null),
            BLOCKS_PER_QUERY);
    for (Optional<Object[]> q = scan.nextQuery(); q.isPresent(); q = scan.nextQuery()) {
      for (List<BlockSlice> slot :
          scan.completeSlots(SampleQueries.blocks(db.query(SampleQueries.BLOCKS, q.get())))) {
        Map<Integer, SampleContextCache.SampleContext> found = contexts.await(slot);
        for (BlockSlice s = BlockSlice.nextInOrder(slot);
            s != null;
            s = BlockSlice.nextInOrder(slot)) {
          if (out.size() == limit) {
            return out;
          }
          int i = s.at++;
          out.add(
              StoredSamples.stored(
                  resource,
                  byId.get(s.series),
                  s.block,
                  i,
                  found.getOrDefault(s.block.context(i), SampleContextCache.SampleContext.NONE)));
        }
      }
    }
    return out;
  }
}
