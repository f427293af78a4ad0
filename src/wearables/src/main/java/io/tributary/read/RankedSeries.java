package io.tributary.read;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Series of a merge by rank; rank 0 is the best. */
final class RankedSeries {
  private final List<SeriesRef> byRank;
  private final SourceRank rank;
  private final Map<Integer, Integer> ranks = new HashMap<>();
  private final Map<Integer, Integer> originalIndexes = new HashMap<>();

  RankedSeries(List<SeriesRef> series, SourceRank rank) {
    this.rank = rank;
    this.byRank = series.stream().sorted(Comparator.comparing(RankedSeries::source, rank)).toList();
    IntStream.range(0, series.size()).forEach(i -> originalIndexes.put(series.get(i).id(), i));
    IntStream.range(0, byRank.size()).forEach(i -> ranks.put(byRank.get(i).id(), i));
  }

  int rank(int series) {
    return ranks.get(series);
  }

  /** Returns the index in the original list. */
  int originalIndex(int series) {
    return originalIndexes.get(series);
  }

  /** Returns the series that can cover samples of another, that is all except the last. */
  List<SeriesRef> allExceptLast() {
    return byRank.subList(0, Math.max(0, byRank.size() - 1));
  }

  List<MergedSamples.RankedSource> rankedSources() {
    return byRank.stream()
        .map(s -> new MergedSamples.RankedSource(source(s), rank.priority(source(s))))
        .toList();
  }

  /** Returns the reason why the series of one rank precedes the other. */
  SourceRank.Reason reason(int better, int other) {
    return rank.reason(source(byRank.get(better)), source(byRank.get(other)));
  }

  private static SourceRank.Source source(SeriesRef s) {
    return new SourceRank.Source(s.provider(), s.type());
  }
}
