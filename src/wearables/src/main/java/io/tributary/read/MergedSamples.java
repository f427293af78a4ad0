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
  public record RankedSource(SourceRank.Source source, int priority) {}

  /** Amount that a source measured in an interval, in the unit of the resource. */
  public record SourceAmount(SourceRank.Source source, double value) {}

  /**
   * Interval in which the same sources have samples. Start and end are equal for a momentary
   * reading.
   *
   * @param parts best first; the first one wins
   * @param reason why the first outranks the second; empty if there is only one
   */
  public record MergedInterval(
      Instant start, Instant end, List<SourceAmount> parts, Optional<SourceRank.Reason> reason) {}

  /**
   * Position at which a page ended.
   *
   * @param at microseconds since 1970
   * @param momentary whether the page included the momentary readings of that instant
   */
  public record MergePosition(long at, boolean momentary) {
    /** Returns the position as stored in a cursor. */
    public List<String> texts() {
      return List.of(String.valueOf(at), String.valueOf(momentary));
    }

    /** Parses {@link #texts}; fails with 400 if it is damaged. */
    public static MergePosition of(List<String> texts) {
      try {
        return new MergePosition(Long.parseLong(texts.get(0)), Boolean.parseBoolean(texts.get(1)));
      } catch (NumberFormatException e) {
        throw Cursor.malformed();
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
  public record MergedIntervalPage(
      List<RankedSource> ranked, List<MergedInterval> pieces, Optional<MergePosition> next) {}

  /** Fails with 422 if the sources of a resource cannot be merged. */
  public static void requireMergeable(Resource resource) {
    if (!SourceMerge.isMergeable(resource)) {
      throw ServiceException.validationFailed(
          FieldError.path(
              "path", "Input should be one of: " + SourceMerge.mergeablePaths(), "enum"));
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
  public MergedIntervalPage page(
      Tenant tenant,
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Optional<MergePosition> after,
      int limit) {
    List<SeriesRef> series = queries.awaitSeries(tenant, user, resource, provider);
    RankedSeries ranked = new RankedSeries(series, priorities.awaitTimeseries(tenant));
    long first =
        after.map(m -> Math.max(m.at(), EpochMicros.of(from))).orElse(EpochMicros.of(from));
    long last = EpochMicros.of(to);
    List<MergeExplanation.MergeInterval> found = new ArrayList<>();
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
    List<MergeExplanation.MergeInterval> page = more ? found.subList(0, limit) : found;
    return new MergedIntervalPage(
        ranked.rankedSources(),
        page.stream().map(s -> piece(s, ranked)).toList(),
        more ? Optional.of(at(page.getLast())) : Optional.empty());
  }

  private static MergePosition at(MergeExplanation.MergeInterval s) {
    return new MergePosition(s.end(), s.start() == s.end());
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
    BlockScan scan = new BlockScan(resource, series, first - SourceMerge.MAX_DURATION, last, null);
    for (Optional<Object[]> q = scan.nextQuery(); q.isPresent(); q = scan.nextQuery()) {
      for (List<BlockSlice> slot :
          scan.completeSlots(SampleQueries.blocks(db.query(SampleQueries.BLOCKS, q.get())))) {
        for (BlockSlice s = BlockSlice.nextInOrder(slot);
            s != null;
            s = BlockSlice.nextInOrder(slot)) {
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

  private static MergedInterval piece(MergeExplanation.MergeInterval s, RankedSeries ranked) {
    List<RankedSource> all = ranked.rankedSources();
    List<SourceAmount> parts = new ArrayList<>();
    for (int i = 0; i < s.sources().length; i++) {
      parts.add(new SourceAmount(all.get(s.sources()[i]).source(), s.values()[i]));
    }
    return new MergedInterval(
        EpochMicros.instant(s.start()),
        EpochMicros.instant(s.end()),
        List.copyOf(parts),
        Arrays.stream(s.sources())
            .skip(1)
            .mapToObj(other -> ranked.reason(s.sources()[0], other))
            .findFirst());
  }
}
