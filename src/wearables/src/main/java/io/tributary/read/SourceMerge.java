package io.tributary.read;

import io.tributary.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Merges samples of several sources that measured the same quantity (ADR 0098).
 *
 * <p>At each instant only the best source with a sample at that instant counts. A sample of a
 * lower-ranked source keeps the share of its value that falls into the time that no better source
 * covers: {@code value * (remaining time) / (sample duration)}. A sample of 0 is a measurement like
 * any other; without a sample nothing was measured. Samples of the same source do not affect each
 * other. A momentary reading covers its instant but no time; it is kept unless a better source
 * covers that instant.
 *
 * <p>Samples longer than {@link #LONGEST} take no part. Sources are numbered from 0, the best;
 * instants are microseconds since 1970.
 */
final class SourceMerge {
  /** Name of the rule in requests. */
  static final String RULE = "source_priority";

  /**
   * Longest sample that takes part: the longest local day. A value over a longer time does not
   * describe its parts, and finding it would require a search through all earlier data.
   */
  static final long LONGEST = Duration.ofHours(25).toNanos() / 1000;

  /**
   * Quantities that phones, watches and rings sum up all day, each on its own. All other resources
   * are events, levels or parts of a workout, for which a share of the time has no share of the
   * value.
   */
  private static final Set<Resource> OFFERED =
      EnumSet.of(
          Resource.CALORIES_ACTIVE,
          Resource.CALORIES_BASAL,
          Resource.DAYLIGHT_EXPOSURE,
          Resource.DISTANCE,
          Resource.FLOORS_CLIMBED,
          Resource.STAND_DURATION,
          Resource.STEPS,
          Resource.WHEELCHAIR_PUSH);

  private final CoveredIntervals[] own;
  private final List<CoveredIntervals> better = new ArrayList<>();

  /** Best source with a momentary reading at an instant. */
  private final Map<Long, Integer> moments = new HashMap<>();

  /**
   * @param sources number of sources
   */
  SourceMerge(int sources) {
    own = new CoveredIntervals[sources];
    for (int i = 0; i < sources; i++) {
      own[i] = new CoveredIntervals();
    }
  }

  static boolean offers(Resource resource) {
    return OFFERED.contains(resource);
  }

  /** Returns the path names of the supported resources for error messages. */
  static String offered() {
    return OFFERED.stream().map(Resource::path).sorted().collect(Collectors.joining(", "));
  }

  /**
   * Returns whether a sample takes part in merging; a longer one neither loses nor covers anything.
   */
  static boolean takesPart(long start, long end) {
    return end - start <= LONGEST;
  }

  /** Adds a sample, in any order. All samples must be added before {@link #left} is called. */
  void add(int source, long start, long end) {
    if (!takesPart(start, end)) {
      return;
    }
    if (start == end) {
      moments.merge(start, source, Math::min);
    } else {
      own[source].add(start, end);
    }
  }

  /**
   * Returns the parts of a sample that count, as alternating starts and ends; empty if there are
   * none.
   *
   * @param end equals the start for a momentary reading
   */
  long[] left(int source, long start, long end) {
    CoveredIntervals taken = better(source);
    if (start < end) {
      return taken.without(start, end);
    }
    boolean lost = moments.getOrDefault(start, source) < source || taken.contains(start);
    return lost ? new long[0] : new long[] {start, end};
  }

  /** Returns the share of a sample's value for a part of its time. */
  static double share(double value, long start, long end, long from, long to) {
    return from <= start && to >= end ? value : value * (to - from) / (end - start);
  }

  private CoveredIntervals better(int source) {
    if (better.isEmpty()) {
      better.add(new CoveredIntervals());
    }
    for (int i = better.size(); i <= source; i++) {
      better.add(better.get(i - 1).or(own[i - 1]));
    }
    return better.get(source);
  }
}
