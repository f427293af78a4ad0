package io.tributary.model;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Heart-rate readings of a session and what is derived from them (wearables-data.md §6). A reading
 * counts until the next one, but no longer than it holds: a pause is no exercise. Immutable.
 */
public final class HeartRates {
  /** How long a reading holds where sensors report every few seconds. */
  public static final Duration HOLDS = Duration.ofSeconds(60);

  private static final int WINDOW = 300;

  private final long[] times;
  private final double[] bpms;
  private final int[] seconds;

  private HeartRates(long[] times, double[] bpms, int[] seconds) {
    this.times = times;
    this.bpms = bpms;
    this.seconds = seconds;
  }

  /**
   * Readings in any order; those that are no heart rate are left out, and of one second the last
   * counts.
   *
   * @param times epoch seconds
   * @param bpms as many; NaN = no reading
   * @param end of the session, epoch second: how long the last reading may count
   * @param holds how long a reading counts at most
   */
  public static HeartRates of(long[] times, double[] bpms, long end, Duration holds) {
    if (times.length != bpms.length) {
      throw new IllegalArgumentException("times and heart rates differ in number");
    }
    int[] order =
        IntStream.range(0, times.length)
            .filter(i -> WorkoutStream.Channel.HEARTRATE.takes(bpms[i]))
            .boxed()
            .sorted(Comparator.comparingLong(i -> times[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] t = new long[order.length];
    double[] v = new double[order.length];
    int n = 0;
    for (int i : order) {
      if (n > 0 && t[n - 1] == times[i]) {
        n--;
      }
      t[n] = times[i];
      v[n++] = bpms[i];
    }
    long most = holds.toSeconds();
    int[] counts = new int[n];
    for (int i = 0; i < n; i++) {
      long next = i + 1 < n ? t[i + 1] : Math.max(end, t[i]);
      counts[i] = (int) Math.min(most, next - t[i]);
    }
    return new HeartRates(Arrays.copyOf(t, n), Arrays.copyOf(v, n), counts);
  }

  /** The heart rates of a stream whose workout ends then. */
  public static HeartRates of(WorkoutStream stream, long end) {
    double[] bpms = stream.values(WorkoutStream.Channel.HEARTRATE);
    return bpms.length == 0
        ? of(new long[0], bpms, end, HOLDS)
        : of(stream.times(), bpms, end, HOLDS);
  }

  public boolean isEmpty() {
    return times.length == 0;
  }

  /** Mean over time, rounded half up; empty without readings. */
  public Optional<Integer> average() {
    long total = Arrays.stream(seconds).asLongStream().sum();
    if (total == 0) {
      OptionalDouble plain = Arrays.stream(bpms).average();
      return plain.isPresent() ? Optional.of(Units.round(plain.getAsDouble())) : Optional.empty();
    }
    double sum = 0;
    for (int i = 0; i < bpms.length; i++) {
      sum += bpms[i] * seconds[i];
    }
    return Optional.of(Units.round(sum / total));
  }

  /** Highest reading, rounded half up. */
  public Optional<Integer> max() {
    OptionalDouble max = Arrays.stream(bpms).max();
    return max.isPresent() ? Optional.of(Units.round(max.getAsDouble())) : Optional.empty();
  }

  /**
   * The lowest mean of any five minutes that begin with a reading: {@code hr_lowest} of a sleep.
   * Windows that run past the last reading do not count, unless there is none else.
   */
  public Optional<Integer> lowestFiveMinutes() {
    double lowest = Double.POSITIVE_INFINITY;
    double sum = 0;
    int to = 0;
    for (int from = 0; from < times.length; from++) {
      while (to < times.length && times[to] < times[from] + WINDOW) {
        sum += bpms[to++];
      }
      boolean whole = times[times.length - 1] >= times[from] + WINDOW - 1;
      if (whole || lowest == Double.POSITIVE_INFINITY) {
        lowest = Math.min(lowest, sum / (to - from));
      }
      sum -= bpms[from];
    }
    return isEmpty() ? Optional.empty() : Optional.of(Units.round(lowest));
  }

  /**
   * Seconds in the six zones; empty without readings.
   *
   * @param birthDate from the profile, else the fallback; null counts as 30 years
   * @param day of the workout: it decides the age
   */
  public Optional<List<Integer>> zones(LocalDate birthDate, LocalDate day) {
    if (isEmpty()) {
      return Optional.empty();
    }
    HrZones zones = HrZones.at(birthDate, day);
    for (int i = 0; i < bpms.length; i++) {
      zones.add(bpms[i], seconds[i]);
    }
    return Optional.of(new ArrayList<>(zones.seconds()));
  }
}
