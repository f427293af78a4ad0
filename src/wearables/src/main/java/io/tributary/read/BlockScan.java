package io.tributary.read;

import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scans the blocks of a resource slot by slot.
 *
 * <p>It returns the parameters of the next query and splits the result into complete slots. A slot
 * that a query may have returned only in part is read again by the next query. Holds the blocks of
 * at most one query.
 */
final class BlockScan {
  private static final int BLOCKS_PER_QUERY = 48;

  private final Resource resource;
  private final Integer[] series;
  private final long from;
  private final long last;
  private final SamplePosition after;
  private final int end;
  private final int limit;
  private long next;
  private boolean finished;

  /**
   * @param from first microsecond
   * @param last last microsecond, inclusive
   * @param after only samples after this position; null for all
   */
  BlockScan(Resource resource, List<SeriesRef> series, long from, long last, SamplePosition after) {
    this(resource, series, from, last, after, BLOCKS_PER_QUERY);
  }

  /**
   * @param atOnce approximate number of blocks per query
   */
  BlockScan(
      Resource resource,
      List<SeriesRef> series,
      long from,
      long last,
      SamplePosition after,
      int atOnce) {
    this.resource = resource;
    this.series = SampleQueries.ids(series);
    this.from = from;
    this.last = last;
    this.after = after;
    this.next = BlockInterval.slot(resource, after == null ? from : Math.max(from, after.at()));
    this.end = BlockInterval.slot(resource, last);
    // Each series may have a block in a slot, and a complete slot must fit.
    this.limit = Math.max(atOnce, 2 * series.size());
    this.finished = series.isEmpty() || next > end;
  }

  /** Returns the parameters of the next query; empty at the end. */
  Optional<Object[]> nextQuery() {
    return finished ? Optional.empty() : Optional.of(new Object[] {series, (int) next, end, limit});
  }

  /** Returns the complete slots of a query result, each as the requested slices. */
  List<List<BlockSlice>> completeSlots(SampleQueries.BlockResult blocks) {
    // If the sample limit ended the query, the result ends between slots; if the block limit did,
    // it may end within a slot.
    boolean cut = blocks.list().size() < blocks.found();
    finished = !cut && blocks.found() < limit;
    long whole = cut || finished ? Long.MAX_VALUE : blocks.list().getLast().slot();
    List<List<BlockSlice>> out = new ArrayList<>();
    long slot = Long.MIN_VALUE;
    for (StoredBlock b : blocks.list()) {
      if (b.slot() >= whole) {
        break;
      }
      if (b.slot() != slot) {
        slot = b.slot();
        out.add(new ArrayList<>());
        next = slot + BlockInterval.minutes(resource);
      }
      BlockSlice slice = BlockSlice.of(b, from, last, after);
      if (!slice.isEmpty()) {
        out.getLast().add(slice);
      }
    }
    finished |= next > end;
    return out;
  }
}
