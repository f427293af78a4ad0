package io.tributary.read;

import java.util.Arrays;

/**
 * Disjoint time intervals in which a source measured, in ascending order.
 *
 * <p>Intervals added in order of their starts are merged at once. Others are appended, and the list
 * is sorted and merged before the next lookup.
 */
final class CoveredIntervals {
  /** Alternating starts and exclusive ends, in microseconds since 1970. */
  private long[] bounds = new long[16];

  private int n;
  private boolean ordered = true;

  /** Adds an interval; cheap if intervals arrive in order of their starts. */
  void add(long start, long end) {
    if (start >= end) {
      return;
    }
    if (ordered && n > 0 && start >= bounds[n - 2] && start <= bounds[n - 1]) {
      bounds[n - 1] = Math.max(bounds[n - 1], end);
      return;
    }
    ordered &= n == 0 || start > bounds[n - 1];
    if (n == bounds.length) {
      bounds = Arrays.copyOf(bounds, n * 2);
    }
    bounds[n++] = start;
    bounds[n++] = end;
  }

  /** Returns the union of this and the other. */
  CoveredIntervals union(CoveredIntervals other) {
    long[][] a = intervals();
    long[][] b = other.intervals();
    CoveredIntervals out = new CoveredIntervals();
    out.bounds = new long[Math.max(16, n + other.n)];
    int j = 0;
    for (long[] s : a) {
      for (; j < b.length && b[j][0] < s[0]; j++) {
        out.add(b[j][0], b[j][1]);
      }
      out.add(s[0], s[1]);
    }
    for (; j < b.length; j++) {
      out.add(b[j][0], b[j][1]);
    }
    return out;
  }

  boolean contains(long at) {
    int i = indexEndingAfter(at);
    return i < n && bounds[i] <= at;
  }

  /** Returns [start, end) minus the covered intervals, as alternating starts and ends. */
  long[] subtractFrom(long start, long end) {
    int i = indexEndingAfter(start);
    if (i >= n || bounds[i] >= end) {
      return new long[] {start, end};
    }
    long[] out = new long[8];
    int k = 0;
    long at = start;
    for (; i < n && bounds[i] < end; i += 2) {
      if (bounds[i] > at) {
        out = k == out.length ? Arrays.copyOf(out, k * 2) : out;
        out[k++] = at;
        out[k++] = bounds[i];
      }
      at = bounds[i + 1];
    }
    if (at < end) {
      out = k == out.length ? Arrays.copyOf(out, k + 2) : out;
      out[k++] = at;
      out[k++] = end;
    }
    return Arrays.copyOf(out, k);
  }

  /** Returns each interval as start and end. */
  long[][] intervals() {
    sortAndMerge();
    long[][] out = new long[n / 2][];
    for (int i = 0; i < out.length; i++) {
      out[i] = new long[] {bounds[2 * i], bounds[2 * i + 1]};
    }
    return out;
  }

  /** Returns the index of the first interval that ends after an instant. */
  private int indexEndingAfter(long at) {
    sortAndMerge();
    int lo = 0;
    int hi = n / 2;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (bounds[2 * mid + 1] <= at) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return 2 * lo;
  }

  private void sortAndMerge() {
    if (ordered) {
      return;
    }
    long[][] all = new long[n / 2][];
    for (int i = 0; i < all.length; i++) {
      all[i] = new long[] {bounds[2 * i], bounds[2 * i + 1]};
    }
    Arrays.sort(all, (x, y) -> Long.compare(x[0], y[0]));
    n = 0;
    ordered = true;
    for (long[] s : all) {
      add(s[0], s[1]);
    }
  }
}
