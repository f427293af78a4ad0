package io.tributary.read;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects what is on a page: so many samples in the order of reads, packed as they are stored.
 * Lives on one event loop.
 */
final class PageCollector {
  private final SampleQueries queries;
  private final BlockScan scan;
  private final int page;
  private final List<List<BlockSlice>> slots = new ArrayList<>();
  private int count;
  private SamplePosition end;

  /**
   * @param page most samples of a page
   */
  PageCollector(SampleQueries queries, BlockScan scan, int page) {
    this.queries = queries;
    this.scan = scan;
    this.page = page;
  }

  /** Reads until the page is full or the range ends. */
  Future<Void> collect() {
    Optional<Object[]> query = scan.query();
    if (query.isEmpty() || end != null) {
      return Future.succeededFuture();
    }
    Object[] q = query.get();
    return queries
        .blocks((Integer[]) q[0], (int) q[1], (int) q[2], (int) q[3])
        .compose(
            blocks -> {
              for (List<BlockSlice> slot : scan.slots(blocks)) {
                take(slot);
                if (end != null) {
                  break;
                }
              }
              return collect();
            });
  }

  /** What was collected, by slots in order of time; within one the sources overlap. */
  List<List<BlockSlice>> slots() {
    return slots;
  }

  /** The same without regard to slots. */
  List<BlockSlice> slices() {
    return slots.stream().flatMap(List::stream).toList();
  }

  /** How many samples there are. */
  int count() {
    return count;
  }

  /**
   * The last sample of a full page, after which there may be more; null at the end of the range.
   */
  SamplePosition end() {
    return end;
  }

  private void take(List<BlockSlice> slot) {
    int here = slot.stream().mapToInt(BlockSlice::size).sum();
    if (count + here <= page) {
      slots.add(slot);
      count += here;
      return;
    }
    // The page ends in this slot: at the sample that is last in the order of all sources.
    int[] starts = slot.stream().mapToInt(s -> s.at).toArray();
    for (; count < page; count++) {
      BlockSlice s = BlockSlice.first(slot);
      end = new SamplePosition(s.block.at(s.at), s.series, s.block.reading(s.at));
      s.at++;
    }
    if (end == null) {
      end = last();
    }
    List<BlockSlice> part = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      BlockSlice s = slot.get(i);
      if (s.at > starts[i]) {
        part.add(s.part(starts[i], s.at));
      }
    }
    slots.add(part);
  }

  /** The last sample so far, when the page was full before this slot. */
  private SamplePosition last() {
    SamplePosition best = null;
    for (BlockSlice s : slices()) {
      int i = s.to - 1;
      if (best == null || best.isBefore(s.block.at(i), s.series, s.block.reading(i))) {
        best = new SamplePosition(s.block.at(i), s.series, s.block.reading(i));
      }
    }
    return best;
  }
}
