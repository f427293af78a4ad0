package io.tributary.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A sample of a merge's test: a source by its rank, 0 the best, and time in microseconds. */
record Measured(int source, long start, long end, double value) {
  static final long MINUTE = 60_000_000L;

  /** A part of a sample that counts. */
  record Part(Measured of, long start, long end, double value) {}

  /** Some samples of two to four sources within some hours: short and long, some momentary. */
  static List<Measured> random(Random random) {
    int sources = 2 + random.nextInt(3);
    List<Measured> out = new ArrayList<>();
    for (int n = random.nextInt(40); n >= 0; n--) {
      long start = random.nextInt(300);
      long length = random.nextInt(6) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 5 : 90);
      out.add(
          new Measured(
              random.nextInt(sources),
              start * MINUTE,
              (start + length) * MINUTE,
              random.nextInt(4) == 0 ? 0 : random.nextInt(1000)));
    }
    return out;
  }

  /** What counts of them. */
  static List<Part> merged(List<Measured> samples) {
    SourceMerge merge = new SourceMerge(8);
    samples.forEach(m -> merge.add(m.source, m.start, m.end));
    List<Part> out = new ArrayList<>();
    for (Measured m : samples) {
      if (SourceMerge.participates(m.start, m.end)) {
        long[] left = merge.remaining(m.source, m.start, m.end);
        for (int i = 0; i < left.length; i += 2) {
          double share =
              SourceMerge.proportionalValue(m.value, m.start, m.end, left[i], left[i + 1]);
          out.add(new Part(m, left[i], left[i + 1], share));
        }
      }
    }
    return out;
  }

  static double total(List<Part> parts) {
    return parts.stream().mapToDouble(Part::value).sum();
  }

  /** The stretches from an instant up to the minute. */
  static List<MergeExplanation.MergeInterval> stretches(
      List<Measured> samples, long from, long end) {
    List<MergeExplanation.MergeInterval> out = new ArrayList<>();
    MergeExplanation sweep = new MergeExplanation(from, end, out::add);
    samples.stream()
        .sorted(Comparator.comparingLong(Measured::start))
        .forEach(m -> sweep.add(m.source, m.start, m.end, m.value));
    sweep.finish();
    return out;
  }
}
