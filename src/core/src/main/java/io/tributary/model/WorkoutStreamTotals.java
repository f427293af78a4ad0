package io.tributary.model;

import io.tributary.model.WorkoutStream.Channel;
import java.util.function.DoubleBinaryOperator;

/**
 * Workout totals computed from a stream, for values that the provider does not supply. Null if no
 * point has a value.
 */
public record WorkoutStreamTotals(WorkoutStream stream) {
  /** Smaller rises, in meters, are sensor noise. */
  private static final double MIN_RISE = 2;

  private static final double LOWEST = -1000;
  private static final double HIGHEST = 20_000;

  /**
   * Returns the value of the last point that has one; for the distance channel, the total distance.
   */
  public Double last(Channel channel) {
    for (int i = stream.size() - 1; i >= 0 && stream.has(channel); i--) {
      if (!Double.isNaN(stream.value(channel, i))) {
        return stream.value(channel, i);
      }
    }
    return null;
  }

  public Double highest(Channel channel) {
    return reduce(channel, Math::max);
  }

  /** Returns the mean over the points. */
  public Double mean(Channel channel) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < stream.size() && stream.has(channel); i++) {
      if (!Double.isNaN(stream.value(channel, i))) {
        sum += stream.value(channel, i);
        n++;
      }
    }
    return n == 0 ? null : Double.valueOf(sum / n);
  }

  /** Returns the elevation gain in meters, counting rises of two meters and more. */
  public Double elevationGain() {
    if (!stream.has(Channel.ALTITUDE)) {
      return null;
    }
    double low = Double.NaN;
    double sum = 0;
    for (int i = 0; i < stream.size(); i++) {
      double v = stream.value(Channel.ALTITUDE, i);
      if (Double.isNaN(v)) {
        continue;
      }
      if (Double.isNaN(low) || v < low) {
        low = v;
      } else if (v - low >= MIN_RISE) {
        sum += v - low;
        low = v;
      }
    }
    return sum;
  }

  /**
   * Returns the highest altitude in m; null if the value is not plausible on earth (below -1000 or
   * above 20,000).
   */
  public Double elevHigh() {
    return plausibleAltitude(reduce(Channel.ALTITUDE, Math::max));
  }

  /** Returns the lowest altitude in m; null if the value is not plausible on earth. */
  public Double elevLow() {
    return plausibleAltitude(reduce(Channel.ALTITUDE, Math::min));
  }

  private static Double plausibleAltitude(Double value) {
    return value == null || value < LOWEST || value > HIGHEST ? null : Units.roundTo(value, 1);
  }

  private Double reduce(Channel channel, DoubleBinaryOperator which) {
    Double out = null;
    for (int i = 0; i < stream.size() && stream.has(channel); i++) {
      double v = stream.value(channel, i);
      if (!Double.isNaN(v)) {
        out = out == null ? v : which.applyAsDouble(out, v);
      }
    }
    return out;
  }
}
