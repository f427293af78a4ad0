package io.tributary.read;

import io.tributary.db.BlockingReads;
import io.tributary.db.Db;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.sampleblock.EpochMicros;
import io.tributary.sampleblock.SampleBlock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Reads samples for features that compute with them. Blocking; the caller must have checked that
 * the user belongs to the tenant.
 */
public final class StoredSamples {
  private final Db db;
  private final SampleContextCache contexts;
  private final BlockingReads blocks;

  public StoredSamples(Db db) {
    this(db, new SampleContextCache(db), db);
  }

  private StoredSamples(Db db, SampleContextCache contexts, BlockingReads blocks) {
    this.db = db;
    this.contexts = contexts;
    this.blocks = blocks;
  }

  /**
   * Returns a variant that may read from a replica, for data that is only displayed and may lag
   * slightly.
   */
  public StoredSamples fromReplica() {
    return new StoredSamples(db, contexts, db.replicaReads());
  }

  /**
   * Passes each sample to the consumer in order of time, series and reading.
   *
   * @param provider only samples of this provider; empty for all
   * @param from first instant, inclusive
   * @param to last instant, inclusive
   */
  public void forEach(
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Consumer<StoredSample> consumer) {
    List<SeriesRef> series =
        SampleQueries.series(
            db.query(SampleQueries.SERIES_OF_USER, user, resource.wire(), provider));
    Map<Integer, SeriesRef> byId = new HashMap<>();
    series.forEach(s -> byId.put(s.id(), s));
    BlockScan scan =
        new BlockScan(resource, series, EpochMicros.of(from), EpochMicros.of(to), null);
    for (Optional<Object[]> q = scan.nextQuery(); q.isPresent(); q = scan.nextQuery()) {
      List<List<BlockSlice>> slots =
          scan.completeSlots(SampleQueries.blocks(blocks.query(SampleQueries.BLOCKS, q.get())));
      Map<Integer, SampleContextCache.SampleContext> found =
          contexts.await(slots.stream().flatMap(List::stream).toList());
      for (List<BlockSlice> slot : slots) {
        for (BlockSlice s = BlockSlice.nextInOrder(slot);
            s != null;
            s = BlockSlice.nextInOrder(slot)) {
          int i = s.at++;
          consumer.accept(
              stored(
                  resource,
                  byId.get(s.series),
                  s.block,
                  i,
                  found.getOrDefault(s.block.context(i), SampleContextCache.SampleContext.NONE)));
        }
      }
    }
  }

  /** Returns the samples of one user for paged reads. */
  public UserSamples of(UUID user) {
    return UserSamples.of(db, contexts, user);
  }

  static StoredSample stored(
      Resource resource,
      SeriesRef series,
      SampleBlock b,
      int i,
      SampleContextCache.SampleContext c) {
    return new StoredSample(
        sample(resource, series, b, i, c),
        series.id(),
        b.origin(i),
        b.storedAt(i) == 0 ? null : Instant.ofEpochSecond(b.storedAt(i)));
  }

  private static Sample sample(
      Resource resource,
      SeriesRef series,
      SampleBlock b,
      int i,
      SampleContextCache.SampleContext c) {
    SampleExtras extras =
        switch (resource) {
          case BLOOD_PRESSURE -> SampleExtras.diastolic(b.value2(i));
          case NOTE -> SampleExtras.note(b.note(i), c.extras() == null ? null : c.extras().tags());
          // All other resources have everything they need in the shared context.
          default -> c.extras();
        };
    return new Sample(
        resource,
        new Source(series.provider(), series.type(), null, b.device(i), c.sport(), c.workout()),
        EpochMicros.instant(b.at(i)),
        b.end(i) == SampleBlock.NO_END ? null : EpochMicros.instant(b.end(i)),
        b.offset(i) == SampleBlock.NO_OFFSET ? null : b.offset(i),
        b.value(i),
        extras);
  }
}
