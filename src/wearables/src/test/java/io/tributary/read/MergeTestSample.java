package io.tributary.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A sample for merge tests: source by rank, 0 being the best, and times in microseconds. */
record MergeTestSample(int source, long start, long end, double value) {
  static final long MINUTE = 60_000_000L;

  /** The part of a sample that remains after the merge. */
  record RemainingSample(MergeTestSample of, long start, long end, double value) {}

  /**
   * Returns samples of two to four sources within a few hours: short, long and instantaneous ones.
   */
  static List<MergeTestSample> random(Random random) {
    int sources = 2 + random.nextInt(3);
    List<MergeTestSample> out = new ArrayList<>();
    for (int n = random.nextInt(40); n >= 0; n--) {
      long start = random.nextInt(300);
      long length = random.nextInt(6) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 5 : 90);
      out.add(
          new MergeTestSample(
              random.nextInt(sources),
              start * MINUTE,
              (start + length) * MINUTE,
              random.nextInt(4) == 0 ? 0 : random.nextInt(1000)));
    }
    return out;
  }

  /** Returns the remaining parts. */
  static List<RemainingSample> merged(List<MergeTestSample> samples) {
    SourceMerge merge = new SourceMerge(8);
    samples.forEach(m -> merge.add(m.source, m.start, m.end));
    List<RemainingSample> out = new ArrayList<>();
    for (MergeTestSample m : samples) {
      if (SourceMerge.participates(m.start, m.end)) {
        long[] left = merge.remaining(m.source, m.start, m.end);
        for (int i = 0; i < left.length; i += 2) {
          double share =
              SourceMerge.proportionalValue(m.value, m.start, m.end, left[i], left[i + 1]);
          out.add(new RemainingSample(m, left[i], left[i + 1], share));
        }
      }
    }
    return out;
  }

  static double total(List<RemainingSample> parts) {
    return parts.stream().mapToDouble(RemainingSample::value).sum();
  }

  /** Returns the merge intervals between two instants. */
  static List<MergeExplanation.MergeInterval> mergeIntervals(
      List<MergeTestSample> samples, long from, long end) {
    List<MergeExplanation.MergeInterval> out = new ArrayList<>();
    MergeExplanation sweep = new MergeExplanation(from, end, out::add);
    samples.stream()
        .sorted(Comparator.comparingLong(MergeTestSample::start))
        .forEach(m -> sweep.add(m.source, m.start, m.end, m.value));
    sweep.finish();
    return out;
  }
}
