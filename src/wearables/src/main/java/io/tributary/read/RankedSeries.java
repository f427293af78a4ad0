package io.tributary.read;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Series of a merge by rank; rank 0 is the best. */
final class RankedSeries {
  private final List<SeriesRef> best;
  private final SourceRank rank;
  private final Map<Integer, Integer> ranks = new HashMap<>();
  private final Map<Integer, Integer> places = new HashMap<>();

  RankedSeries(List<SeriesRef> series, SourceRank rank) {
    this.rank = rank;
    this.best = series.stream().sorted(Comparator.comparing(RankedSeries::source, rank)).toList();
    IntStream.range(0, series.size()).forEach(i -> places.put(series.get(i).id(), i));
    IntStream.range(0, best.size()).forEach(i -> ranks.put(best.get(i).id(), i));
  }

  int rank(int series) {
    return ranks.get(series);
  }

  /** Returns the index in the original list. */
  int place(int series) {
    return places.get(series);
  }

  /** Returns the series that can cover samples of another, that is all except the last. */
  List<SeriesRef> butTheLast() {
    return best.subList(0, Math.max(0, best.size() - 1));
  }

  List<MergedSamples.Ranked> list() {
    return best.stream()
        .map(s -> new MergedSamples.Ranked(source(s), rank.priority(source(s))))
        .toList();
  }

  /** Returns the reason why the series of one rank precedes the other. */
  SourceRank.Reason reason(int better, int other) {
    return rank.reason(source(best.get(better)), source(best.get(other)));
  }

  private static SourceRank.Source source(SeriesRef s) {
    return new SourceRank.Source(s.provider(), s.type());
  }
}
