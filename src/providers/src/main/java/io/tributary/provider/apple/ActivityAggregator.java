package io.tributary.provider.apple;

import io.tributary.model.ActivitySummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Units;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Daily activity of a few days, computed from samples.
 *
 * <p>Phone and watch count the same steps, so a sum over all sources would count them twice. Each
 * day is divided into quarters of an hour, and in each quarter one source counts: a watch before a
 * phone, a phone before an app, and of two sources of one type the one with the higher value. A
 * sample that spans several quarters is distributed over them in proportion. Not thread-safe.
 */
public final class ActivityAggregator {
  /** Resources that contribute to an activity. */
  public static final Set<Resource> RESOURCES =
      EnumSet.of(
          Resource.STEPS,
          Resource.FLOORS_CLIMBED,
          Resource.WHEELCHAIR_PUSH,
          Resource.DISTANCE,
          Resource.CALORIES_ACTIVE,
          Resource.CALORIES_BASAL,
          Resource.HEARTRATE);

  /** Longest sample that is distributed over its duration; a longer one counts at its start. */
  public static final long MAX_SPREAD_SECONDS = 86_400;

  private static final long QUARTER = 900;
  private static final long DAY = 86_400;
  private static final int MAX_BPM = 400;

  private final LocalDate first;
  private final LocalDate last;
  private final Map<LocalDate, DayTotals> days = new TreeMap<>();
  private int refused;

  /** One counting source; two watches are two sources. */
  private record CountingSource(SourceType type, UUID device) {
    int rank() {
      return switch (type) {
        case WATCH -> 0;
        case PHONE -> 1;
        case APP -> 2;
        default -> 3;
      };
    }
  }

  private static final class DayTotals {
    final Map<Resource, Map<Long, Map<CountingSource, Double>>> quarters =
        new EnumMap<>(Resource.class);
    final Set<SourceType> heartTypes = EnumSet.noneOf(SourceType.class);
    Integer offset;
    int beats;
    double sum;
    double min = Double.MAX_VALUE;
    double max;
  }

  /** Covers these days, both inclusive; samples of other days are ignored. */
  public ActivityAggregator(LocalDate first, LocalDate last) {
    this.first = first;
    this.last = last;
  }

  /** Adds a sample of {@link #RESOURCES}; those of one resource must arrive in time order. */
  public void add(Sample s) {
    int offset = s.offsetSeconds() == null ? 0 : s.offsetSeconds();
    if (s.resource() == Resource.HEARTRATE) {
      DayTotals day = totalsAt(s.at().getEpochSecond(), offset);
      if (day != null && s.value() >= 1 && s.value() <= MAX_BPM) {
        day.beats++;
        day.sum += s.value();
        day.min = Math.min(day.min, s.value());
        day.max = Math.max(day.max, s.value());
        day.heartTypes.add(s.source().type());
      }
      return;
    }
    CountingSource feeder = new CountingSource(s.source().type(), s.source().deviceId());
    double begin = seconds(s.at());
    double length = s.end() == null ? 0 : seconds(s.end()) - begin;
    if (length <= 0 || length > MAX_SPREAD_SECONDS) {
      addShare(s, feeder, Math.floorDiv((long) begin, QUARTER), offset, s.value());
      return;
    }
    long from = Math.floorDiv((long) begin, QUARTER);
    for (long q = from; q * QUARTER < begin + length; q++) {
      double share =
          Math.min(begin + length, (q + 1.0) * QUARTER) - Math.max(begin, (double) q * QUARTER);
      addShare(s, feeder, q, offset, s.value() * share / length);
    }
  }

  private static double seconds(Instant at) {
    return at.getEpochSecond() + at.getNano() / 1e9;
  }

  private void addShare(Sample s, CountingSource feeder, long quarter, int offset, double value) {
    DayTotals day = totalsAt(quarter * QUARTER, offset);
    if (day != null) {
      day.quarters
          .computeIfAbsent(s.resource(), r -> new TreeMap<>())
          .computeIfAbsent(quarter, q -> new HashMap<>())
          .merge(feeder, value, Double::sum);
    }
  }

  /** Returns null outside the requested days. */
  private DayTotals totalsAt(long second, int offset) {
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(second + offset, DAY));
    if (date.isBefore(first) || date.isAfter(last)) {
      return null;
    }
    DayTotals day = days.computeIfAbsent(date, d -> new DayTotals());
    // The maximum makes the result independent of the order in which resources are read.
    day.offset = day.offset == null ? offset : Math.max(day.offset, offset);
    return day;
  }

  /**
   * Returns the activities by day.
   *
   * @param facts pending records of kind DAY for these days
   */
  public List<SourcedSummary> summaries(List<PendingRecord> facts) {
    Map<LocalDate, List<PendingRecord>> told = new HashMap<>();
    for (PendingRecord f : facts) {
      told.computeIfAbsent(f.day(), d -> new ArrayList<>()).add(f);
      days.computeIfAbsent(f.day(), d -> new DayTotals());
    }
    List<SourcedSummary> out = new ArrayList<>();
    days.forEach(
        (date, figures) -> {
          try {
            summary(date, figures, told.getOrDefault(date, List.of())).ifPresent(out::add);
          } catch (IllegalArgumentException impossible) {
            // An impossible value, such as billions of steps, drops only the activity of its day.
            refused++;
          }
        });
    return out;
  }

  /** Number of days that could not be used. */
  public int refused() {
    return refused;
  }

  private static Optional<SourcedSummary> summary(
      LocalDate date, DayTotals day, List<PendingRecord> told) {
    Set<SourceType> fed = EnumSet.noneOf(SourceType.class);
    Double active = total(day, Resource.CALORIES_ACTIVE, fed);
    Double basal = total(day, Resource.CALORIES_BASAL, fed);
    Double ring = latest(told, CharacteristicsReader.ACTIVE_ENERGY);
    active = active == null ? ring : active;
    ActivitySummary.Builder activity =
        ActivitySummary.on(date)
            .steps(Units.round(total(day, Resource.STEPS, fed)))
            .floorsClimbed(Units.round(total(day, Resource.FLOORS_CLIMBED, fed)))
            .wheelchairPush(Units.round(total(day, Resource.WHEELCHAIR_PUSH, fed)))
            .distance(total(day, Resource.DISTANCE, fed))
            .caloriesActive(active)
            .caloriesTotal(basal == null ? null : basal + (active == null ? 0 : active))
            .timezoneOffset(day.offset);
    Double resting = latest(told, "resting");
    Double walking = latest(told, "walking");
    if (day.beats > 0 || resting != null || walking != null) {
      activity.heartRate(
          new ActivitySummary.HeartRate(
              day.beats == 0 ? null : Double.valueOf(day.sum / day.beats),
              day.beats == 0 ? null : Double.valueOf(day.min),
              day.beats == 0 ? null : Double.valueOf(day.max),
              resting,
              walking));
    }
    if (fed.isEmpty()) {
      fed.addAll(day.heartTypes);
    }
    if (fed.isEmpty() && told.isEmpty()) {
      return Optional.empty();
    }
    // Ring totals and resting heart rates without samples come from a watch.
    SourceType type =
        fed.size() > 1
            ? SourceType.MULTIPLE_SOURCES
            : fed.isEmpty() ? SourceType.WATCH : fed.iterator().next();
    return Optional.of(new SourcedSummary(activity.build(), Source.of(AppleExport.SLUG, type)));
  }

  /**
   * Returns null if no source has a value; adds the types of the counting sources to {@code fed}.
   */
  private static Double total(DayTotals day, Resource resource, Set<SourceType> fed) {
    Map<Long, Map<CountingSource, Double>> quarters = day.quarters.get(resource);
    if (quarters == null) {
      return null;
    }
    double sum = 0;
    for (Map<CountingSource, Double> quarter : quarters.values()) {
      Map.Entry<CountingSource, Double> best = null;
      for (Map.Entry<CountingSource, Double> e : quarter.entrySet()) {
        if (best == null
            || e.getKey().rank() < best.getKey().rank()
            || e.getKey().rank() == best.getKey().rank() && e.getValue() > best.getValue()) {
          best = e;
        }
      }
      sum += best.getValue();
      if (best.getValue() > 0) {
        fed.add(best.getKey().type());
      }
    }
    return sum;
  }

  /** Returns the newest value of this name; of several at one instant, the largest. */
  private static Double latest(List<PendingRecord> facts, String name) {
    PendingRecord found = null;
    for (PendingRecord f : facts) {
      if (f.name().equals(name)
          && (found == null
              || f.at().isAfter(found.at())
              || f.at().equals(found.at()) && f.value() > found.value())) {
        found = f;
      }
    }
    return found == null ? null : Double.valueOf(found.value());
  }
}
