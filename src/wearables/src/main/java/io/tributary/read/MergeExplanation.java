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
 * Tells, stretch by stretch, which source counts and what the others would have counted: {@link
 * IntervalMerge} seen along the time. A stretch goes as far as the same sources have samples, but
 * not over a full hour in UTC, so that it does not depend on where one begins to look. Holds the
 * samples of an hour and those that reach into it.
 */
final class MergeExplanation {
  private static final long HOUR = Duration.ofHours(1).toNanos() / 1000;

  private static final Comparator<Item> ORDER =
      Comparator.comparingLong(Item::start)
          .thenComparingLong(Item::end)
          .thenComparingInt(Item::source)
          .thenComparingDouble(Item::value);

  /**
   * Stretches follow each other and do not overlap; a momentary reading is one of no length.
   *
   * @param sources those with samples here, the best first: it counts
   * @param values what each measured here
   */
  record Stretch(long start, long end, int[] sources, double[] values) {}

  private record Item(int source, long start, long end, double value) {}

  private final long from;
  private final long end;
  private final Consumer<Stretch> out;
  private List<Item> open = new ArrayList<>();
  private long window;

  /**
   * @param from first microsecond
   * @param end the microsecond after the last one
   */
  MergeExplanation(long from, long end, Consumer<Stretch> out) {
    this.from = from;
    this.end = end;
    this.out = out;
  }

  /** Takes a sample; none may begin before the one before it. */
  void add(int source, long start, long end, double value) {
    boolean moment = start == end;
    if (!SourceMerge.takesPart(start, end) || (moment ? start < from : end <= from)) {
      return;
    }
    while (!open.isEmpty() && start >= window + HOUR) {
      tellWindow();
    }
    if (open.isEmpty()) {
      window = Math.floorDiv(Math.max(start, from), HOUR) * HOUR;
    }
    open.add(new Item(source, start, end, value));
  }

  /** No more samples come. */
  void finish() {
    while (!open.isEmpty() && window < end) {
      tellWindow();
    }
  }

  private void tellWindow() {
    long lo = Math.max(window, from);
    long hi = Math.min(window + HOUR, end);
    if (lo < hi) {
      open.sort(ORDER);
      values(stretches(lo, hi)).forEach(out);
    }
    window += HOUR;
    List<Item> still = new ArrayList<>();
    for (Item i : open) {
      if (i.end > window || i.start >= window) {
        still.add(i);
      }
    }
    open = still;
  }

  /** Who has samples when; the values are not there yet. */
  private List<Stretch> stretches(long lo, long hi) {
    TreeMap<Integer, CoveredIntervals> covers = new TreeMap<>();
    TreeMap<Long, BitSet> moments = new TreeMap<>();
    for (Item i : open) {
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
      for (long[] s : c.stretches()) {
        bounds.add(s[0]);
        bounds.add(s[1]);
      }
    }
    List<Stretch> found = new ArrayList<>();
    for (long at : bounds) {
      BitSet here = new BitSet();
      covers.forEach((source, cover) -> here.set(source, cover.contains(at)));
      boolean moment = moments.containsKey(at);
      if (moment) {
        found.add(stretch(at, at, momentary(here, moments.get(at))));
      }
      Long next = bounds.higher(at);
      if (here.isEmpty() || next == null) {
        continue;
      }
      Stretch last = found.isEmpty() || moment ? null : found.getLast();
      if (last != null && last.end == at && Arrays.equals(last.sources, sources(here))) {
        found.set(found.size() - 1, stretch(last.start, next, here));
      } else {
        found.add(stretch(at, next, here));
      }
    }
    return found;
  }

  /** Those who read at the instant, and whoever is better than all of them and has the time. */
  private static BitSet momentary(BitSet covering, BitSet reading) {
    BitSet out = (BitSet) reading.clone();
    int best = covering.nextSetBit(0);
    if (best >= 0 && best < reading.nextSetBit(0)) {
      out.set(best);
    }
    return out;
  }

  private static Stretch stretch(long start, long end, BitSet sources) {
    return new Stretch(start, end, sources(sources), new double[sources.cardinality()]);
  }

  private static int[] sources(BitSet set) {
    return set.stream().toArray();
  }

  private List<Stretch> values(List<Stretch> stretches) {
    for (Item i : open) {
      for (int k = first(stretches, i.start); k < stretches.size(); k++) {
        Stretch s = stretches.get(k);
        if (s.start > i.end || s.start == i.end && i.start < i.end) {
          break;
        }
        boolean same = (s.start == s.end) == (i.start == i.end);
        int place = Arrays.binarySearch(s.sources, i.source);
        if (same && place >= 0) {
          s.values[place] +=
              SourceMerge.share(
                  i.value, i.start, i.end, Math.max(s.start, i.start), Math.min(s.end, i.end));
        }
      }
    }
    return stretches;
  }

  /** The first stretch that does not end before an instant. */
  private static int first(List<Stretch> stretches, long at) {
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
