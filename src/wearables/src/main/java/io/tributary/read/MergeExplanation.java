package io.tributary.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Explains {@link SourceMerge} along the time axis: for each interval, the winning source and what
 * the others measured.
 *
 * <p>An interval extends as long as the same sources have samples, but never across a full hour in
 * UTC, so that it does not depend on the start of the read. Samples must arrive in order of their
 * starts. Memory holds only the samples of one hour and those that reach into it.
 *
 * <p>For each hour, the starts and ends of all covered times and the instants of momentary readings
 * divide the hour. Adjacent intervals with the same sources are joined, and each sample's value is
 * distributed over its intervals in proportion to their length.
 */
final class MergeExplanation {
  private static final long HOUR = Duration.ofHours(1).toNanos() / 1000;

  private static final Comparator<OpenSample> ORDER =
      Comparator.comparingLong(OpenSample::start)
          .thenComparingLong(OpenSample::end)
          .thenComparingInt(OpenSample::source)
          .thenComparingDouble(OpenSample::value);

  /**
   * Interval with its sources. Intervals are consecutive and do not overlap; a momentary reading is
   * an interval of length zero.
   *
   * @param sources sources with samples here, best first; the first one wins
   * @param values what each source measured here
   */
  record MergeInterval(long start, long end, int[] sources, double[] values) {}

  private record OpenSample(int source, long start, long end, double value) {}

  private final long from;
  private final long end;
  private final Consumer<MergeInterval> out;
  private List<OpenSample> open = new ArrayList<>();
  private long window;

  /**
   * @param from first microsecond
   * @param end microsecond after the last one
   */
  MergeExplanation(long from, long end, Consumer<MergeInterval> out) {
    this.from = from;
    this.end = end;
    this.out = out;
  }

  /** Adds a sample; its start must not precede that of the previous one. */
  void add(int source, long start, long end, double value) {
    boolean moment = start == end;
    if (!SourceMerge.participates(start, end) || (moment ? start < from : end <= from)) {
      return;
    }
    while (!open.isEmpty() && start >= window + HOUR) {
      emitHour();
    }
    if (open.isEmpty()) {
      window = Math.floorDiv(Math.max(start, from), HOUR) * HOUR;
    }
    open.add(new OpenSample(source, start, end, value));
  }

  /** Completes the explanation after the last sample. */
  void finish() {
    while (!open.isEmpty() && window < end) {
      emitHour();
    }
  }

  private void emitHour() {
    long lo = Math.max(window, from);
    long hi = Math.min(window + HOUR, end);
    if (lo < hi) {
      open.sort(ORDER);
      addValues(intervalsWithSources(lo, hi)).forEach(out);
    }
    window += HOUR;
    List<OpenSample> still = new ArrayList<>();
    for (OpenSample i : open) {
      if (i.end > window || i.start >= window) {
        still.add(i);
      }
    }
    open = still;
  }

  /** Returns the intervals with their sources; the values are added later. */
  private List<MergeInterval> intervalsWithSources(long lo, long hi) {
    TreeMap<Integer, CoveredIntervals> covers = new TreeMap<>();
    TreeMap<Long, BitSet> moments = new TreeMap<>();
    for (OpenSample i : open) {
      if (i.start < i.end) {
        covers
            .computeIfAbsent(i.source, s -> new CoveredIntervals())
            .add(Math.max(lo, i.start), Math.min(hi, i.end));
      } else if (i.start >= lo && i.start < hi) {
        moments.computeIfAbsent(i.start, t -> new BitSet()).set(i.source);
      }
    }
    TreeSet<Long> bounds = new TreeSet<>(moments.keySet());
    for (CoveredIntervals c : covers.values()) {
      for (long[] s : c.intervals()) {
        bounds.add(s[0]);
        bounds.add(s[1]);
      }
    }
    List<MergeInterval> found = new ArrayList<>();
    for (long at : bounds) {
      BitSet here = new BitSet();
      covers.forEach((source, cover) -> here.set(source, cover.contains(at)));
      boolean moment = moments.containsKey(at);
      if (moment) {
        found.add(newInterval(at, at, sourcesAtInstant(here, moments.get(at))));
      }
      Long next = bounds.higher(at);
      if (here.isEmpty() || next == null) {
        continue;
      }
      MergeInterval last = found.isEmpty() || moment ? null : found.getLast();
      if (last != null && last.end == at && Arrays.equals(last.sources, sources(here))) {
        found.set(found.size() - 1, newInterval(last.start, next, here));
      } else {
        found.add(newInterval(at, next, here));
      }
    }
    return found;
  }

  /**
   * Returns the sources with a reading at the instant, and the best covering source if it outranks
   * all of them.
   */
  private static BitSet sourcesAtInstant(BitSet covering, BitSet reading) {
    BitSet out = (BitSet) reading.clone();
    int best = covering.nextSetBit(0);
    if (best >= 0 && best < reading.nextSetBit(0)) {
      out.set(best);
    }
    return out;
  }

  private static MergeInterval newInterval(long start, long end, BitSet sources) {
    return new MergeInterval(start, end, sources(sources), new double[sources.cardinality()]);
  }

  private static int[] sources(BitSet set) {
    return set.stream().toArray();
  }

  private List<MergeInterval> addValues(List<MergeInterval> stretches) {
    for (OpenSample i : open) {
      for (int k = firstNotBefore(stretches, i.start); k < stretches.size(); k++) {
        MergeInterval s = stretches.get(k);
        if (s.start > i.end || s.start == i.end && i.start < i.end) {
          break;
        }
        boolean same = (s.start == s.end) == (i.start == i.end);
        int place = Arrays.binarySearch(s.sources, i.source);
        if (same && place >= 0) {
          s.values[place] +=
              SourceMerge.proportionalValue(
                  i.value, i.start, i.end, Math.max(s.start, i.start), Math.min(s.end, i.end));
        }
      }
    }
    return stretches;
  }

  /** Returns the first interval that does not end before an instant. */
  private static int firstNotBefore(List<MergeInterval> stretches, long at) {
    int lo = 0;
    int hi = stretches.size();
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (stretches.get(mid).end < at) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }
}
