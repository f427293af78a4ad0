package io.tributary.workoutfile;

import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import java.util.Arrays;

/** Points of a file before they are assigned to its workouts. Not thread-safe. */
final class TrackPoints {
  private static final Channel[] CHANNELS = Channel.values();

  private long[] time = new long[1024];
  private final double[][] values = new double[CHANNELS.length][];
  private int size;

  /**
   * @throws UnsupportedFileException beyond the maximum number of points of a stream
   */
  void add(long epochSecond) {
    if (size == WorkoutStream.MAX_POINTS) {
      throw new UnsupportedFileException("more than " + WorkoutStream.MAX_POINTS + " points");
    }
    if (size == time.length) {
      time = Arrays.copyOf(time, Math.min(WorkoutStream.MAX_POINTS, size * 2));
    }
    time[size++] = epochSecond;
  }

  void set(Channel channel, Double value) {
    if (value == null) {
      return;
    }
    double[] of = values[channel.ordinal()];
    if (of == null || of.length < time.length) {
      int old = of == null ? 0 : of.length;
      of = of == null ? new double[time.length] : Arrays.copyOf(of, time.length);
      Arrays.fill(of, old, of.length, Double.NaN);
      values[channel.ordinal()] = of;
    }
    of[size - 1] = value;
  }

  int size() {
    return size;
  }

  long time(int i) {
    return time[i];
  }

  private double value(Channel channel, int i) {
    double[] of = values[channel.ordinal()];
    return of == null || i >= of.length ? Double.NaN : of[i];
  }

  /** Returns the points of [from, to) as a stream. */
  WorkoutStream stream(long from, long to, boolean onFoot) {
    WorkoutStream.Builder out = WorkoutStream.builder();
    for (int i = 0; i < size; i++) {
      if (time[i] >= from && time[i] < to) {
        out.at(time[i]);
        for (Channel c : CHANNELS) {
          double v = value(c, i);
          if (!Double.isNaN(v)) {
            // Recorders count the steps of one foot.
            out.set(c, c == Channel.CADENCE && onFoot ? 2 * v : v);
          }
        }
      }
    }
    return out.build();
  }
}
