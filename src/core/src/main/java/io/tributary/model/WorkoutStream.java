package io.tributary.model;

import java.util.Arrays;
import java.util.Locale;

/**
 * Sensor recording of a workout: an array of times and up to ten channel arrays of the same length.
 *
 * <p>Times are whole seconds and strictly increasing. A channel without any value is absent.
 * Immutable; two streams are equal if all their values are.
 */
public final class WorkoutStream {
  /** Maximum number of points: more than five days at one point per second. */
  public static final int MAX_POINTS = 500_000;

  /** Stream of a workout without a recording. */
  public static final WorkoutStream EMPTY =
      new WorkoutStream(new long[0], new double[Channel.values().length][]);

  /** Channels in their order in the API. */
  public enum Channel {
    /** Heart rate in bpm, integer. */
    HEARTRATE(1, 400),
    /** Cadence: rpm for cycling, steps per minute on foot. */
    CADENCE(0, 10_000),
    /** Altitude in m. */
    ALTITUDE(-20_000, 100_000),
    /** Speed in m/s. */
    VELOCITY_SMOOTH(0, 10_000),
    /** Degrees, north positive. */
    LAT(-90, 90),
    /** Degrees, east positive. */
    LNG(-180, 180),
    /** Distance since the start, in m. */
    DISTANCE(0, 100_000_000),
    /** Power in W. */
    POWER(0, 100_000),
    /** Machine-specific unit. */
    RESISTANCE(-1_000_000, 1_000_000),
    /** Temperature in °C. */
    TEMPERATURE(-200, 200);

    private final String wire = name().toLowerCase(Locale.ROOT);
    private final double low;
    private final double high;

    Channel(double low, double high) {
      this.low = low;
      this.high = high;
    }

    public String wire() {
      return wire;
    }

    /** Returns whether a value is plausible; a chest strap without contact sends 0 bpm. */
    boolean isPlausible(double value) {
      return value >= low && value <= high;
    }
  }

  private final long[] time;

  /** Values by channel; NaN if there is no value at that time, null if the channel is absent. */
  private final double[][] values;

  WorkoutStream(long[] time, double[][] values) {
    this.time = time;
    this.values = values;
  }

  /** Returns the number of points. */
  public int size() {
    return time.length;
  }

  public boolean isEmpty() {
    return time.length == 0;
  }

  /** Returns the time of a point in epoch seconds. */
  public long time(int point) {
    return time[point];
  }

  /** Returns whether the channel has any value. */
  public boolean has(Channel channel) {
    return values[channel.ordinal()] != null;
  }

  /** Returns the value at a point; NaN if there is none. */
  public double value(Channel channel, int point) {
    double[] of = values[channel.ordinal()];
    return of == null ? Double.NaN : of[point];
  }

  /** Returns a copy of the times in epoch seconds. */
  public long[] times() {
    return time.clone();
  }

  /**
   * Returns a copy of a channel's values, NaN where there is none; empty if the channel is absent.
   */
  public double[] values(Channel channel) {
    double[] of = values[channel.ordinal()];
    return of == null ? new double[0] : of.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WorkoutStream s
        && Arrays.equals(time, s.time)
        && Arrays.deepEquals(values, s.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(time) + Arrays.deepHashCode(values);
  }

  /** Returns only the number of points, because values are health data. */
  @Override
  public String toString() {
    return "WorkoutStream[" + time.length + " points]";
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builder that accepts points in any order. Not thread-safe. */
  public static final class Builder {
    private long[] time = new long[1024];
    private final double[][] values = new double[Channel.values().length][];
    private int size;

    private Builder() {}

    /**
     * Begins a point; the values that follow belong to it. Points of the same second are merged,
     * later values taking precedence.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAX_POINTS}
     */
    public Builder at(long epochSecond) {
      if (size == MAX_POINTS) {
        throw new IllegalArgumentException("a stream has at most " + MAX_POINTS + " points");
      }
      if (size == time.length) {
        int longer = Math.min(MAX_POINTS, size * 2);
        time = Arrays.copyOf(time, longer);
        for (int c = 0; c < values.length; c++) {
          values[c] = values[c] == null ? null : extended(values[c], longer);
        }
      }
      time[size++] = epochSecond;
      return this;
    }

    /** Sets a value of the current point; null and implausible values leave it empty. */
    public Builder set(Channel channel, Number value) {
      if (size == 0) {
        throw new IllegalStateException("a value was added before its point");
      }
      double v = value == null ? Double.NaN : value.doubleValue();
      if (channel == Channel.HEARTRATE) {
        v = Math.floor(v + 0.5);
      }
      if (channel.isPlausible(v)) {
        int c = channel.ordinal();
        if (values[c] == null) {
          values[c] = extended(new double[0], time.length);
        }
        // Avoids negative zero, which would be different content.
        values[c][size - 1] = v + 0.0;
      }
      return this;
    }

    private static double[] extended(double[] of, int length) {
      double[] out = Arrays.copyOf(of, length);
      Arrays.fill(out, of.length, length, Double.NaN);
      return out;
    }

    /** Returns the stream, sorted by time. */
    public WorkoutStream build() {
      int[] order = order();
      long[] times = new long[size];
      double[][] out = new double[values.length][];
      int n = 0;
      for (int from : order) {
        if (n == 0 || times[n - 1] != time[from]) {
          times[n++] = time[from];
        }
        for (int c = 0; c < values.length; c++) {
          if (values[c] != null && !Double.isNaN(values[c][from])) {
            if (out[c] == null) {
              out[c] = extended(new double[0], size);
            }
            out[c][n - 1] = values[c][from];
          }
        }
      }
      for (int c = 0; c < out.length; c++) {
        out[c] = out[c] == null ? null : Arrays.copyOf(out[c], n);
      }
      return new WorkoutStream(Arrays.copyOf(times, n), out);
    }

    /**
     * Returns the point indexes sorted by time. The sort is stable, so the last of several points
     * in one second stays last.
     */
    private int[] order() {
      boolean sorted = true;
      for (int i = 1; i < size && sorted; i++) {
        sorted = time[i - 1] <= time[i];
      }
      if (sorted) {
        int[] out = new int[size];
        Arrays.setAll(out, i -> i);
        return out;
      }
      Integer[] boxed = new Integer[size];
      Arrays.setAll(boxed, i -> i);
      Arrays.sort(boxed, (a, b) -> Long.compare(time[a], time[b]));
      return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
    }
  }
}
