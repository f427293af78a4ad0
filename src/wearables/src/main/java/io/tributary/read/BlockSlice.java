package io.tributary.read;

import io.tributary.sampleblock.SampleBlock;
import java.util.List;

/** Range of adjacent samples in a block; {@code at} is the read position. */
final class BlockSlice {
  final int series;
  final SampleBlock block;
  final int to;
  int at;

  private BlockSlice(int series, SampleBlock block, int from, int to) {
    this.series = series;
    this.block = block;
    this.at = from;
    this.to = to;
  }

  /**
   * Returns the samples in a time range, both ends inclusive, after a position.
   *
   * @param after null for none
   */
  static BlockSlice of(StoredBlock stored, long from, long last, SamplePosition after) {
    SampleBlock b = stored.block();
    int begin = b.firstFrom(after == null ? from : Math.max(from, after.at()));
    while (after != null
        && begin < b.size()
        && !after.isBefore(b.at(begin), stored.series(), b.reading(begin))) {
      begin++;
    }
    int end = last == Long.MAX_VALUE ? b.size() : b.firstFrom(last + 1);
    return new BlockSlice(stored.series(), b, begin, Math.max(begin, end));
  }

  BlockSlice part(int from, int end) {
    return new BlockSlice(series, block, from, end);
  }

  boolean isEmpty() {
    return at >= to;
  }

  int size() {
    return to - at;
  }

  /** Returns the slice with the next sample by time, series and reading; null at the end. */
  static BlockSlice nextInOrder(List<BlockSlice> slices) {
    BlockSlice best = null;
    for (BlockSlice s : slices) {
      if (!s.isEmpty() && (best == null || s.before(best))) {
        best = s;
      }
    }
    return best;
  }

  private boolean before(BlockSlice other) {
    long mine = block.at(at);
    long theirs = other.block.at(other.at);
    return mine != theirs ? mine < theirs : series < other.series;
  }
}
