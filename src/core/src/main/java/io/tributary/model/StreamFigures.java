package io.tributary.model;

import io.tributary.model.WorkoutStream.Channel;
import java.util.function.DoubleBinaryOperator;

/**
 * What a stream tells of a whole workout, for whatever its provider leaves out. Null where no point
 * has a value.
 */
public record StreamFigures(WorkoutStream stream) {
  /** Rises below this many metres are the noise of the sensor. */
  private static final double CLIMB = 2;

  private static final double LOWEST = -1000;
  private static final double HIGHEST = 20_000;

  /** The value of the last point that has one: of a distance, the whole one. */
  public Double last(Channel channel) {
    for (int i = stream.size() - 1; i >= 0 && stream.has(channel); i--) {
      if (!Double.isNaN(stream.value(channel, i))) {
        return stream.value(channel, i);
      }
    }
    return null;
  }

  public Double highest(Channel channel) {
    return most(channel, Math::max);
  }

  /** Mean over the points. */
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

  /** Metres climbed, in rises of two metres and more. */
  public Double climbed() {
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
      } else if (v - low >= CLIMB) {
        sum += v - low;
        low = v;
      }
    }
    return sum;
  }

  /** Height of the highest point, m; null as well where nobody is on earth. */
  public Double elevHigh() {
    return height(most(Channel.ALTITUDE, Math::max));
  }

  /** Height of the lowest point, likewise. */
  public Double elevLow() {
    return height(most(Channel.ALTITUDE, Math::min));
  }

  private static Double height(Double value) {
    return value == null || value < LOWEST || value > HIGHEST ? null : Units.decimals(value, 1);
  }

  private Double most(Channel channel, DoubleBinaryOperator which) {
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
