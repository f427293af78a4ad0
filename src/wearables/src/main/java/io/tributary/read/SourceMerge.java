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
 * <p>Samples longer than {@link #MAX_DURATION} take no part. Sources are numbered from 0, the best;
 * instants are microseconds since 1970.
 */
final class SourceMerge {
  /** Name of the rule in requests. */
  static final String RULE = "source_priority";

  /**
   * Longest sample that takes part: the longest local day. A value over a longer time does not
   * describe its parts, and finding it would require a search through all earlier data.
   */
  static final long MAX_DURATION = Duration.ofHours(25).toNanos() / 1000;

  /**
   * Quantities that phones, watches and rings sum up all day, each on its own. All other resources
   * are events, levels or parts of a workout, for which a share of the time has no share of the
   * value.
   */
  private static final Set<Resource> MERGEABLE =
      EnumSet.of(
          Resource.CALORIES_ACTIVE,
          Resource.CALORIES_BASAL,
          Resource.DAYLIGHT_EXPOSURE,
          Resource.DISTANCE,
          Resource.FLOORS_CLIMBED,
          Resource.STAND_DURATION,
          Resource.STEPS,
          Resource.WHEELCHAIR_PUSH);

  private final CoveredIntervals[] ownIntervals;
  private final List<CoveredIntervals> betterIntervals = new ArrayList<>();

  /** Best source with a momentary reading at an instant. */
  private final Map<Long, Integer> instantReadings = new HashMap<>();

  /**
   * @param sources number of sources
   */
  SourceMerge(int sources) {
    ownIntervals = new CoveredIntervals[sources];
    for (int i = 0; i < sources; i++) {
      ownIntervals[i] = new CoveredIntervals();
    }
  }

  static boolean isMergeable(Resource resource) {
    return MERGEABLE.contains(resource);
  }

  /** Returns the path names of the supported resources for error messages. */
  static String mergeablePaths() {
    return MERGEABLE.stream().map(Resource::path).sorted().collect(Collectors.joining(", "));
  }

  /**
   * Returns whether a sample takes part in merging; a longer one neither loses nor covers anything.
   */
  static boolean participates(long start, long end) {
    return end - start <= MAX_DURATION;
  }

  /** Adds a sample, in any order. All samples must be added before {@link #remaining} is called. */
  void add(int source, long start, long end) {
    if (!participates(start, end)) {
      return;
    }
    if (start == end) {
      instantReadings.merge(start, source, Math::min);
    } else {
      ownIntervals[source].add(start, end);
    }
  }

  /**
   * Returns the parts of a sample that count, as alternating starts and ends; empty if there are
   * none.
   *
   * @param end equals the start for a momentary reading
   */
  long[] remaining(int source, long start, long end) {
    CoveredIntervals taken = coveredByBetter(source);
    if (start < end) {
      return taken.subtractFrom(start, end);
    }
    boolean lost = instantReadings.getOrDefault(start, source) < source || taken.contains(start);
    return lost ? new long[0] : new long[] {start, end};
  }

  /** Returns the share of a sample's value for a part of its time. */
  static double proportionalValue(double value, long start, long end, long from, long to) {
    return from <= start && to >= end ? value : value * (to - from) / (end - start);
  }

  private CoveredIntervals coveredByBetter(int source) {
    if (betterIntervals.isEmpty()) {
      betterIntervals.add(new CoveredIntervals());
    }
    for (int i = betterIntervals.size(); i <= source; i++) {
      betterIntervals.add(betterIntervals.get(i - 1).union(ownIntervals[i - 1]));
    }
    return betterIntervals.get(source);
  }
}
