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
 * What is left of samples when several sources measured the same thing (ADR 0098). At each instant
 * the best source counts that has a sample over it, and only it: another sample keeps the part of
 * its value that falls on the time that no better source has. A sample of 0 is a measurement like
 * any other; where there is none, nothing was measured. Samples of one source leave each other
 * alone. A momentary reading covers its instant and no time: it is kept unless a better source has
 * that instant.
 *
 * <p>Sources are numbered from 0, the best; instants are microseconds since 1970.
 */
final class SourceMerge {
  /** Name of the rule, as it is asked for. */
  static final String RULE = "source_priority";

  /**
   * The longest sample that takes part: the longest local day. What is said of a longer time says
   * nothing about its parts, and would have to be looked for in all that was before.
   */
  static final long LONGEST = Duration.ofHours(25).toNanos() / 1000;

  /**
   * Sums that phones, watches and rings take all day, each for itself. Anything else is an event, a
   * level, or bound to a workout, of which a part of the time has no part of the value.
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

  /** The best source with a momentary reading at an instant. */
  private final Map<Long, Integer> moments = new HashMap<>();

  /**
   * @param sources how many there are
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

  /** Path names of what is offered, for people. */
  static String offered() {
    return OFFERED.stream().map(Resource::path).sorted().collect(Collectors.joining(", "));
  }

  /** Whether a sample takes part; one that does not is no other's either. */
  static boolean takesPart(long start, long end) {
    return end - start <= LONGEST;
  }

  /** Tells of a sample, in any order; all must be told before {@link #left} is asked. */
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
   * The parts of a sample that count, begin and end in turn; empty for none.
   *
   * @param end of a momentary reading: its start
   */
  long[] left(int source, long start, long end) {
    CoveredIntervals taken = better(source);
    if (start < end) {
      return taken.without(start, end);
    }
    boolean lost = moments.getOrDefault(start, source) < source || taken.contains(start);
    return lost ? new long[0] : new long[] {start, end};
  }

  /** What of a sample's value falls on a part of its time. */
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
