package io.tributary.read;

import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Walks through the blocks of a resource slot by slot: tells which query comes next and cuts what
 * it brought into whole slots. Holds no more than one query's blocks.
 */
final class BlockScan {
  private static final int AT_ONCE = 48;

  private final Resource resource;
  private final Integer[] series;
  private final long from;
  private final long last;
  private final SamplePosition after;
  private final int end;
  private final int limit;
  private long next;
  private boolean over;

  /**
   * @param from first microsecond
   * @param last last microsecond, inclusive
   * @param after only samples behind this place; null = all
   */
  BlockScan(Resource resource, List<SeriesRef> series, long from, long last, SamplePosition after) {
    this(resource, series, from, last, after, AT_ONCE);
  }

  /**
   * @param atOnce about how many blocks a query should bring
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
    // Every series may have a block in a slot, and a whole slot must fit.
    this.limit = Math.max(atOnce, 2 * series.size());
    this.over = series.isEmpty() || next > end;
  }

  /** The next query; empty at the end. */
  Optional<Object[]> query() {
    return over ? Optional.empty() : Optional.of(new Object[] {series, (int) next, end, limit});
  }

  /**
   * The slots that are whole in an answer of {@link #query}, each as the slices that are wanted.
   */
  List<List<BlockSlice>> slots(SampleQueries.Blocks blocks) {
    // Where samples were too many, the cut is between slots; where blocks were, it may be within.
    boolean cut = blocks.list().size() < blocks.found();
    over = !cut && blocks.found() < limit;
    long whole = cut || over ? Long.MAX_VALUE : blocks.list().getLast().slot();
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
      if (!slice.empty()) {
        out.getLast().add(slice);
      }
    }
    over |= next > end;
    return out;
  }
}
