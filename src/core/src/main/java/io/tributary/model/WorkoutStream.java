package io.tributary.model;

import java.util.Arrays;
import java.util.Locale;

/**
 * What sensors recorded during a workout: one array of times and up to ten arrays of the same
 * length beside it (wearables-data.md §4). Times are whole seconds and strictly rising; a channel
 * without any value does not exist. Immutable; equal when every value is.
 */
public final class WorkoutStream {
  /** Points of the longest stream that is taken: over five days of seconds. */
  public static final int MAX_POINTS = 500_000;

  /** What a workout without a stream has. */
  public static final WorkoutStream EMPTY =
      new WorkoutStream(new long[0], new double[Channel.values().length][]);

  /** The arrays beside the times, in their order on the wire. */
  public enum Channel {
    /** bpm, whole. */
    HEARTRATE(1, 400),
    /** rpm on a bicycle, steps per minute on foot. */
    CADENCE(0, 10_000),
    /** m. */
    ALTITUDE(-20_000, 100_000),
    /** m/s. */
    VELOCITY_SMOOTH(0, 10_000),
    /** Degrees, north positive. */
    LAT(-90, 90),
    /** Degrees, east positive. */
    LNG(-180, 180),
    /** m since the begin. */
    DISTANCE(0, 100_000_000),
    /** W. */
    POWER(0, 100_000),
    /** As the machine counts it. */
    RESISTANCE(-1_000_000, 1_000_000),
    /** °C. */
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

    /** Whether a reading can be one: a strap without contact sends 0 bpm. */
    boolean takes(double value) {
      return value >= low && value <= high;
    }
  }

  private final long[] time;

  /** By channel; NaN = no value at that time, null = no value at all. */
  private final double[][] values;

  WorkoutStream(long[] time, double[][] values) {
    this.time = time;
    this.values = values;
  }

  /** Number of points. */
  public int size() {
    return time.length;
  }

  public boolean isEmpty() {
    return time.length == 0;
  }

  /** Epoch second of a point. */
  public long time(int point) {
    return time[point];
  }

  /** Whether the channel has any value. */
  public boolean has(Channel channel) {
    return values[channel.ordinal()] != null;
  }

  /** The value at a point; NaN when there is none. */
  public double value(Channel channel, int point) {
    double[] of = values[channel.ordinal()];
    return of == null ? Double.NaN : of[point];
  }

  /** Epoch seconds, as a copy. */
  public long[] times() {
    return time.clone();
  }

  /** The values of a channel as a copy, NaN where there is none; empty when it does not exist. */
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

  /** Shape only: values are health data. */
  @Override
  public String toString() {
    return "WorkoutStream[" + time.length + " points]";
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects points in any order. Not thread-safe. */
  public static final class Builder {
    private long[] time = new long[1024];
    private final double[][] values = new double[Channel.values().length][];
    private int size;

    private Builder() {}

    /**
     * Begins a point; the values that follow belong to it. Points of the same second become one,
     * later values winning.
     *
     * @throws IllegalArgumentException past {@link #MAX_POINTS}
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

    /** Sets a value of the current point; null and what no sensor can read leave it empty. */
    public Builder set(Channel channel, Number value) {
      if (size == 0) {
        throw new IllegalStateException("a value comes after its point");
      }
      double v = value == null ? Double.NaN : value.doubleValue();
      if (channel == Channel.HEARTRATE) {
        v = Math.floor(v + 0.5);
      }
      if (channel.takes(v)) {
        int c = channel.ordinal();
        if (values[c] == null) {
          values[c] = extended(new double[0], time.length);
        }
        // No negative zero: it would be another content.
        values[c][size - 1] = v + 0.0;
      }
      return this;
    }

    private static double[] extended(double[] of, int length) {
      double[] out = Arrays.copyOf(of, length);
      Arrays.fill(out, of.length, length, Double.NaN);
      return out;
    }

    /** The stream, sorted by time. */
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

    /** Stable: of one second the last given stays last. */
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
