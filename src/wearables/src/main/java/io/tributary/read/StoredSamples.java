package io.tributary.read;

import io.tributary.block.Block;
import io.tributary.block.Micros;
import io.tributary.db.Db;
import io.tributary.db.Queries;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Samples for features that compute with them. For virtual and plain threads; the caller has
 * checked that the user is the tenant's.
 */
public final class StoredSamples {
  private final Db db;
  private final Contexts contexts;
  private final Queries blocks;

  public StoredSamples(Db db) {
    this(db, new Contexts(db), db);
  }

  private StoredSamples(Db db, Contexts contexts, Queries blocks) {
    this.db = db;
    this.contexts = contexts;
    this.blocks = blocks;
  }

  /** The same for what is only shown, and may be a moment behind. */
  public StoredSamples behind() {
    return new StoredSamples(db, contexts, db.behind());
  }

  /**
   * Hands over each sample in order of time, series and reading.
   *
   * @param provider only of this provider; empty = all
   * @param from first instant, inclusive
   * @param to last instant, inclusive
   */
  public void each(
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Consumer<StoredSample> consumer) {
    List<Series> series =
        SampleQueries.series(
            db.query(SampleQueries.SERIES_OF_USER, user, resource.wire(), provider));
    Map<Integer, Series> byId = new HashMap<>();
    series.forEach(s -> byId.put(s.id(), s));
    BlockScan scan = new BlockScan(resource, series, Micros.of(from), Micros.of(to), null);
    for (Optional<Object[]> q = scan.query(); q.isPresent(); q = scan.query()) {
      List<List<Slice>> slots =
          scan.slots(SampleQueries.blocks(blocks.query(SampleQueries.BLOCKS, q.get())));
      Map<Integer, Contexts.Context> found =
          contexts.await(slots.stream().flatMap(List::stream).toList());
      for (List<Slice> slot : slots) {
        for (Slice s = Slice.first(slot); s != null; s = Slice.first(slot)) {
          int i = s.at++;
          consumer.accept(
              stored(
                  resource,
                  byId.get(s.series),
                  s.block,
                  i,
                  found.getOrDefault(s.block.context(i), Contexts.Context.NONE)));
        }
      }
    }
  }

  /** The samples of one user for reads page by page. */
  public UserSamples of(UUID user) {
    return UserSamples.of(db, contexts, user);
  }

  static StoredSample stored(Resource resource, Series series, Block b, int i, Contexts.Context c) {
    return new StoredSample(
        sample(resource, series, b, i, c),
        series.id(),
        b.origin(i),
        b.storedAt(i) == 0 ? null : Instant.ofEpochSecond(b.storedAt(i)));
  }

  private static Sample sample(
      Resource resource, Series series, Block b, int i, Contexts.Context c) {
    SampleExtras extras =
        switch (resource) {
          case BLOOD_PRESSURE -> SampleExtras.diastolic(b.value2(i));
          case NOTE -> SampleExtras.note(b.note(i), c.extras() == null ? null : c.extras().tags());
          // The others have all they need in the shared part.
          default -> c.extras();
        };
    return new Sample(
        resource,
        new Source(series.provider(), series.type(), null, b.device(i), c.sport(), c.workout()),
        Micros.instant(b.at(i)),
        b.end(i) == Block.NO_END ? null : Micros.instant(b.end(i)),
        b.offset(i) == Block.NO_OFFSET ? null : b.offset(i),
        b.value(i),
        extras);
  }
}
