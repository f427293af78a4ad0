package io.tributary.read;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the samples of one page in read order, packed as they are stored. Runs on one event
 * loop.
 */
final class PageCollector {
  private final SampleQueries queries;
  private final BlockScan scan;
  private final int page;
  private final List<List<BlockSlice>> slots = new ArrayList<>();
  private int count;
  private SamplePosition end;

  /**
   * @param page maximum number of samples
   */
  PageCollector(SampleQueries queries, BlockScan scan, int page) {
    this.queries = queries;
    this.scan = scan;
    this.page = page;
  }

  /** Reads until the page is full or the range ends. */
  Future<Void> collect() {
    Optional<Object[]> query = scan.nextQuery();
    if (query.isEmpty() || end != null) {
      return Future.succeededFuture();
    }
    Object[] q = query.get();
    return queries
        .blocks((Integer[]) q[0], (int) q[1], (int) q[2], (int) q[3])
        .compose(
            blocks -> {
              for (List<BlockSlice> slot : scan.completeSlots(blocks)) {
                addSlot(slot);
                if (end != null) {
                  break;
                }
              }
              return collect();
            });
  }

  /** Returns the collected slices by slot in time order; within a slot the sources overlap. */
  List<List<BlockSlice>> slots() {
    return slots;
  }

  /** Returns the collected slices of all slots. */
  List<BlockSlice> slices() {
    return slots.stream().flatMap(List::stream).toList();
  }

  /** Returns the number of samples. */
  int count() {
    return count;
  }

  /**
   * Returns the last sample of a full page, after which there may be more; null at the end of the
   * range.
   */
  SamplePosition end() {
    return end;
  }

  private void addSlot(List<BlockSlice> slot) {
    int here = slot.stream().mapToInt(BlockSlice::size).sum();
    if (count + here <= page) {
      slots.add(slot);
      count += here;
      return;
    }
    // The page ends within this slot, at the last sample in the order of all sources.
    int[] starts = slot.stream().mapToInt(s -> s.at).toArray();
    for (; count < page; count++) {
      BlockSlice s = BlockSlice.nextInOrder(slot);
      end = new SamplePosition(s.block.at(s.at), s.series, s.block.reading(s.at));
      s.at++;
    }
    if (end == null) {
      end = lastCollected();
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

  /** Returns the last sample so far, if the page was full before this slot. */
  private SamplePosition lastCollected() {
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
