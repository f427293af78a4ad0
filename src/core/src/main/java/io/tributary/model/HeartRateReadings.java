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
 * Heart rate readings of a session and the values derived from them.
 *
 * <p>A reading counts until the next one, but at most for a given duration, so that pauses do not
 * count as exercise. Immutable.
 */
public final class HeartRateReadings {
  /** Maximum duration of a reading for sensors that report every few seconds. */
  public static final Duration MAX_READING_DURATION = Duration.ofSeconds(60);

  private static final int FIVE_MINUTES = 300;

  private final long[] times;
  private final double[] bpms;
  private final int[] seconds;

  private HeartRateReadings(long[] times, double[] bpms, int[] seconds) {
    this.times = times;
    this.bpms = bpms;
    this.seconds = seconds;
  }

  /**
   * Creates readings from values in any order. Values that are not plausible heart rates are
   * omitted. Of several readings in one second, the last counts.
   *
   * @param times epoch seconds
   * @param bpms one heart rate per time; NaN for no reading
   * @param end end of the session in epoch seconds, which limits the duration of the last reading
   * @param maxDuration maximum duration of a reading
   */
  public static HeartRateReadings of(long[] times, double[] bpms, long end, Duration maxDuration) {
    if (times.length != bpms.length) {
      throw new IllegalArgumentException("times and heart rates differ in number");
    }
    int[] order =
        IntStream.range(0, times.length)
            .filter(i -> WorkoutStream.Channel.HEARTRATE.isPlausible(bpms[i]))
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
    long most = maxDuration.toSeconds();
    int[] counts = new int[n];
    for (int i = 0; i < n; i++) {
      long next = i + 1 < n ? t[i + 1] : Math.max(end, t[i]);
      counts[i] = (int) Math.min(most, next - t[i]);
    }
    return new HeartRateReadings(Arrays.copyOf(t, n), Arrays.copyOf(v, n), counts);
  }

  /**
   * Creates the readings of a workout stream.
   *
   * @param end end of the workout in epoch seconds
   */
  public static HeartRateReadings of(WorkoutStream stream, long end) {
    double[] bpms = stream.values(WorkoutStream.Channel.HEARTRATE);
    return bpms.length == 0
        ? of(new long[0], bpms, end, MAX_READING_DURATION)
        : of(stream.times(), bpms, end, MAX_READING_DURATION);
  }

  public boolean isEmpty() {
    return times.length == 0;
  }

  /** Returns the time-weighted mean, rounded half up; empty without readings. */
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

  /** Returns the highest reading, rounded half up; empty without readings. */
  public Optional<Integer> max() {
    OptionalDouble max = Arrays.stream(bpms).max();
    return max.isPresent() ? Optional.of(Units.round(max.getAsDouble())) : Optional.empty();
  }

  /**
   * Returns the lowest mean of any five minutes that begin with a reading: {@code hr_lowest} of a
   * sleep.
   *
   * <p>Intervals that extend past the last reading do not count, unless there is no other.
   */
  public Optional<Integer> lowestFiveMinutes() {
    double lowest = Double.POSITIVE_INFINITY;
    double sum = 0;
    int to = 0;
    for (int from = 0; from < times.length; from++) {
      while (to < times.length && times[to] < times[from] + FIVE_MINUTES) {
        sum += bpms[to++];
      }
      boolean whole = times[times.length - 1] >= times[from] + FIVE_MINUTES - 1;
      if (whole || lowest == Double.POSITIVE_INFINITY) {
        lowest = Math.min(lowest, sum / (to - from));
      }
      sum -= bpms[from];
    }
    return isEmpty() ? Optional.empty() : Optional.of(Units.round(lowest));
  }

  /**
   * Returns the seconds in each of the six zones; empty without readings.
   *
   * @param birthDate from the profile, otherwise the fallback; null counts as age 30
   * @param day day of the workout, which determines the age
   */
  public Optional<List<Integer>> zones(LocalDate birthDate, LocalDate day) {
    if (isEmpty()) {
      return Optional.empty();
    }
    HeartRateZoneTimes zones = HeartRateZoneTimes.forUser(birthDate, day);
    for (int i = 0; i < bpms.length; i++) {
      zones.add(bpms[i], seconds[i]);
    }
    return Optional.of(new ArrayList<>(zones.seconds()));
  }
}
