package io.tributary.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Binary encoding of workout streams.
 *
 * <p>The same stream always produces the same bytes, so a hash of the bytes detects changes. Values
 * that are short decimals, as from nearly all sensors, are stored as differences of scaled
 * integers; other values are stored as doubles. Both forms are lossless.
 */
public final class WorkoutStreamCodec {
  private static final int VERSION = 1;
  private static final int NONE = 0;
  private static final int RAW = 0xff;
  private static final int MAX_DECIMALS = 8;
  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  private static final double EXACT = 9_007_199_254_740_992.0;

  private WorkoutStreamCodec() {}

  /** Returns the canonical encoding of the stream, uncompressed. */
  public static byte[] encode(WorkoutStream stream) {
    int n = stream.size();
    ByteArrayOutputStream out = new ByteArrayOutputStream(64 + n * 8);
    out.write(VERSION);
    unsigned(out, n);
    long before = 0;
    for (int i = 0; i < n; i++) {
      signed(out, stream.time(i) - before);
      before = stream.time(i);
    }
    for (WorkoutStream.Channel channel : WorkoutStream.Channel.values()) {
      if (stream.has(channel)) {
        channel(out, stream, channel);
      } else {
        out.write(NONE);
      }
    }
    return out.toByteArray();
  }

  private static void channel(
      ByteArrayOutputStream out, WorkoutStream stream, WorkoutStream.Channel channel) {
    double[] values = stream.values(channel);
    int decimals = decimals(values);
    out.write(decimals < 0 ? RAW : 1 + decimals);
    byte[] present = new byte[(values.length + 7) / 8];
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        present[i / 8] |= (byte) (1 << i % 8);
      }
    }
    out.writeBytes(present);
    long before = 0;
    for (double v : values) {
      if (Double.isNaN(v)) {
        continue;
      }
      if (decimals < 0) {
        out.writeBytes(ByteBuffer.allocate(8).putDouble(v).array());
      } else {
        long scaled = (long) Math.rint(v * POWERS[decimals]);
        signed(out, scaled - before);
        before = scaled;
      }
    }
  }

  /**
   * Returns the smallest number of decimals that represents every value exactly; -1 if there is
   * none.
   */
  private static int decimals(double[] values) {
    for (int d = 0; d <= MAX_DECIMALS; d++) {
      boolean all = true;
      for (int i = 0; i < values.length && all; i++) {
        double scaled = Math.rint(values[i] * POWERS[d]);
        all =
            Double.isNaN(values[i]) || Math.abs(scaled) < EXACT && scaled / POWERS[d] == values[i];
      }
      if (all) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Decodes the output of {@link #encode}.
   *
   * @throws IllegalArgumentException if the bytes are not valid
   */
  public static WorkoutStream decode(byte[] bytes) {
    try {
      return read(ByteBuffer.wrap(bytes));
    } catch (java.nio.BufferUnderflowException e) {
      throw new IllegalArgumentException("the stream is truncated", e);
    }
  }

  private static WorkoutStream read(ByteBuffer in) {
    if (in.get() != VERSION) {
      throw new IllegalArgumentException("unknown stream version");
    }
    long n = unsigned(in);
    if (n > WorkoutStream.MAX_POINTS) {
      throw new IllegalArgumentException("the stream has too many points");
    }
    long[] time = new long[(int) n];
    long at = 0;
    for (int i = 0; i < n; i++) {
      at += signed(in);
      time[i] = at;
    }
    double[][] values = new double[WorkoutStream.Channel.values().length][];
    for (int c = 0; c < values.length; c++) {
      int kind = in.get() & 0xff;
      values[c] = kind == NONE ? null : channel(in, kind, (int) n);
    }
    return new WorkoutStream(time, values);
  }

  private static double[] channel(ByteBuffer in, int kind, int n) {
    byte[] present = new byte[(n + 7) / 8];
    in.get(present);
    double[] out = new double[n];
    Arrays.fill(out, Double.NaN);
    long scaled = 0;
    for (int i = 0; i < n; i++) {
      if ((present[i / 8] & 1 << i % 8) == 0) {
        continue;
      }
      if (kind == RAW) {
        out[i] = in.getDouble();
      } else {
        scaled += signed(in);
        out[i] = scaled / POWERS[kind - 1];
      }
    }
    return out;
  }

  private static void signed(ByteArrayOutputStream out, long value) {
    unsigned(out, value << 1 ^ value >> 63);
  }

  private static long signed(ByteBuffer in) {
    long v = unsigned(in);
    return v >>> 1 ^ -(v & 1);
  }

  private static void unsigned(ByteArrayOutputStream out, long value) {
    long v = value;
    while ((v & ~0x7fL) != 0) {
      out.write((int) (v & 0x7f | 0x80));
      v >>>= 7;
    }
    out.write((int) v);
  }

  private static long unsigned(ByteBuffer in) {
    long v = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = in.get();
      v |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return v;
      }
    }
    throw new IllegalArgumentException("a number has too many bytes");
  }
}
