package io.tributary.read;

import io.tributary.core.Cursor;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.model.Resource;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Explains source merging along the time axis, page by page: the winning source and what the others
 * measured. Blocking.
 */
public final class MergedSamples {
  private final Db db;
  private final SampleQueries queries;
  private final SourcePriorities priorities;

  public MergedSamples(Db db) {
    this.db = db;
    this.queries = new SampleQueries(db);
    this.priorities = new SourcePriorities(db);
  }

  /**
   * Source with its rank data.
   *
   * @param priority the team's priority; 0 if none is set
   */
  public record Ranked(SourceRank.Source source, int priority) {}

  /** Amount that a source measured in an interval, in the unit of the resource. */
  public record Part(SourceRank.Source source, double value) {}

  /**
   * Interval in which the same sources have samples. Start and end are equal for a momentary
   * reading.
   *
   * @param parts best first; the first one wins
   * @param reason why the first outranks the second; empty if there is only one
   */
  public record Piece(
      Instant start, Instant end, List<Part> parts, Optional<SourceRank.Reason> reason) {}

  /**
   * Position at which a page ended.
   *
   * @param at microseconds since 1970
   * @param momentary whether the page included the momentary readings of that instant
   */
  public record Mark(long at, boolean momentary) {
    /** Returns the position as stored in a cursor. */
    public List<String> texts() {
      return List.of(String.valueOf(at), String.valueOf(momentary));
    }

    /** Parses {@link #texts}; fails with 400 if it is damaged. */
    public static Mark of(List<String> texts) {
      try {
        return new Mark(Long.parseLong(texts.get(0)), Boolean.parseBoolean(texts.get(1)));
      } catch (NumberFormatException e) {
        throw Cursor.broken();
      }
    }
  }

  /**
   * Page of intervals.
   *
   * @param ranked all sources, best first
   * @param pieces in time order
   * @param next position of the next page; empty at the end
   */
  public record Page(List<Ranked> ranked, List<Piece> pieces, Optional<Mark> next) {}

  /** Fails with 422 if the sources of a resource cannot be merged. */
  public static void check(Resource resource) {
    if (!SourceMerge.offers(resource)) {
      throw ServiceException.badInput(
          FieldError.path("path", "Input should be one of: " + SourceMerge.offered(), "enum"));
    }
  }

  /**
   * Returns the next intervals.
   *
   * @param provider only sources of this provider; empty for all
   * @param from first instant, inclusive
   * @param to last instant, inclusive
   * @param limit maximum number of intervals
   * @throws ServiceException 404 if the user does not belong to the tenant
   */
  public Page page(
      Tenant tenant,
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Optional<Mark> after,
      int limit) {
    List<SeriesRef> series = queries.awaitSeries(tenant, user, resource, provider);
    RankedSeries ranked = new RankedSeries(series, priorities.awaitTimeseries(tenant));
    long first =
        after.map(m -> Math.max(m.at(), EpochMicros.of(from))).orElse(EpochMicros.of(from));
    long last = EpochMicros.of(to);
    List<MergeExplanation.Stretch> found = new ArrayList<>();
    MergeExplanation sweep =
        new MergeExplanation(
            first,
            last + 1,
            s -> {
              boolean told = s.start() == s.end() && after.equals(Optional.of(at(s)));
              if (!told) {
                found.add(s);
              }
            });
    sweep(resource, series, ranked, sweep, first, last, () -> found.size() > limit);
    boolean more = found.size() > limit;
    List<MergeExplanation.Stretch> page = more ? found.subList(0, limit) : found;
    return new Page(
        ranked.list(),
        page.stream().map(s -> piece(s, ranked)).toList(),
        more ? Optional.of(at(page.getLast())) : Optional.empty());
  }

  private static Mark at(MergeExplanation.Stretch s) {
    return new Mark(s.end(), s.start() == s.end());
  }

  private void sweep(
      Resource resource,
      List<SeriesRef> series,
      RankedSeries ranked,
      MergeExplanation sweep,
      long first,
      long last,
      BooleanSupplier enough) {
    if (first > last) {
      return;
    }
    BlockScan scan = new BlockScan(resource, series, first - SourceMerge.LONGEST, last, null);
    for (Optional<Object[]> q = scan.query(); q.isPresent(); q = scan.query()) {
      for (List<BlockSlice> slot :
          scan.slots(SampleQueries.blocks(db.query(SampleQueries.BLOCKS, q.get())))) {
        for (BlockSlice s = BlockSlice.first(slot); s != null; s = BlockSlice.first(slot)) {
          int i = s.at++;
          sweep.add(
              ranked.rank(s.series), s.block.at(i), MergedPage.end(s.block, i), s.block.value(i));
          if (enough.getAsBoolean()) {
            return;
          }
        }
      }
    }
    sweep.finish();
  }

  private static Piece piece(MergeExplanation.Stretch s, RankedSeries ranked) {
    List<Ranked> all = ranked.list();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < s.sources().length; i++) {
      parts.add(new Part(all.get(s.sources()[i]).source(), s.values()[i]));
    }
    return new Piece(
        EpochMicros.instant(s.start()),
        EpochMicros.instant(s.end()),
        List.copyOf(parts),
        Arrays.stream(s.sources())
            .skip(1)
            .mapToObj(other -> ranked.reason(s.sources()[0], other))
            .findFirst());
  }
}
