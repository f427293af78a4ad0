package io.tributary.sampleblock;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Encodes and decodes blocks in binary format version 1.
 *
 * <p>Numbers are variable-length: seven bits per byte, least significant first. Signed numbers are
 * zigzag-encoded. Layout, in this order:
 *
 * <pre>
 * 1, n
 * times    unit (0 us, 1 ms, 2 s), first, then 0 + n-1 steps, or 1 + runs of (length, step)
 * values   scale: 0 = n doubles of 8 bytes; otherwise 10^(scale-1) fixed point, first and n-1 differences
 * end      runs of (length, 0 = none | 1 + zigzag microseconds after the time)
 * offset   runs of (length, 0 = unknown | 1 + zigzag seconds)
 * context  runs of (length, number)
 * origin   runs of (length, number)
 * storedAt runs of (length, zigzag seconds since the previous entry)
 * device   count of ids, the ids (16 bytes), if any: runs of (length, 0 = none | 1 + index)
 * reading  count of texts, the texts (length, UTF-8), if any: runs of (length, 0 = '' | 1 + index)
 * value2   0 = none; 1 = runs of (length, 0 | 1 has one), then the values as above
 * note     0 = none; 1 = for each 0 = none | 1 + length, UTF-8
 * </pre>
 *
 * <p>The SQL function {@code sample_block_rows} reads the same format.
 */
public final class SampleBlockCodec {
  private static final int VERSION = 1;
  private static final long[] UNITS = {1L, 1_000L, 1_000_000L};
  private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};
  private static final double EXACT = 1L << 53;

  private SampleBlockCodec() {}

  public static byte[] encode(SampleBlock b) {
    ByteWriter out = new ByteWriter(32 + b.n * 3);
    out.unsigned(VERSION);
    out.unsigned(b.n);
    times(out, b);
    values(out, b.value, b.n);
    runs(
        out,
        b.n,
        i -> b.end(i) == SampleBlock.NO_END ? 0 : 1 + ByteWriter.zigzag(b.end(i) - b.at[i]));
    runs(
        out,
        b.n,
        i -> b.offset[i] == SampleBlock.NO_OFFSET ? 0 : 1 + ByteWriter.zigzag(b.offset[i]));
    runs(out, b.n, b::context);
    runs(out, b.n, i -> b.origin[i]);
    storedAt(out, b);
    devices(out, b);
    readings(out, b);
    value2(out, b);
    notes(out, b);
    return out.bytes();
  }

  private static void times(ByteWriter out, SampleBlock b) {
    int unit = 2;
    for (int i = 0; i < b.n; i++) {
      while (b.at[i] % UNITS[unit] != 0) {
        unit--;
      }
    }
    long per = UNITS[unit];
    out.unsigned(unit);
    if (b.n == 0) {
      return;
    }
    out.signed(b.at[0] / per);
    int runs = 0;
    for (int i = 1; i < b.n; i++) {
      if (i == 1 || b.at[i] - b.at[i - 1] != b.at[i - 1] - b.at[i - 2]) {
        runs++;
      }
    }
    if (runs * 2 < b.n - 1) {
      out.unsigned(1);
      for (int i = 1; i < b.n; ) {
        long step = b.at[i] - b.at[i - 1];
        int from = i++;
        while (i < b.n && b.at[i] - b.at[i - 1] == step) {
          i++;
        }
        out.unsigned(i - from);
        out.unsigned(step / per);
      }
    } else {
      out.unsigned(0);
      for (int i = 1; i < b.n; i++) {
        out.unsigned((b.at[i] - b.at[i - 1]) / per);
      }
    }
  }

  private static void values(ByteWriter out, double[] values, int n) {
    int scale = 0;
    while (scale < POWERS.length && !isExact(values, n, POWERS[scale])) {
      scale++;
    }
    if (scale == POWERS.length) {
      out.unsigned(0);
      for (int i = 0; i < n; i++) {
        out.fixed64(Double.doubleToRawLongBits(values[i]));
      }
      return;
    }
    out.unsigned(scale + 1);
    long before = 0;
    for (int i = 0; i < n; i++) {
      long v = Math.round(values[i] * POWERS[scale]);
      out.signed(v - before);
      before = v;
    }
  }

  /** Returns whether the fixed-point form restores every bit, including the sign of zero. */
  private static boolean isExact(double[] values, int n, double power) {
    for (int i = 0; i < n; i++) {
      double scaled = values[i] * power;
      if (!(Math.abs(scaled) < EXACT)
          || Double.doubleToRawLongBits(Math.round(scaled) / power)
              != Double.doubleToRawLongBits(values[i])) {
        return false;
      }
    }
    return true;
  }

  private interface Column {
    long at(int i);
  }

  private static void runs(ByteWriter out, int n, Column column) {
    for (int i = 0; i < n; ) {
      long v = column.at(i);
      int from = i++;
      while (i < n && column.at(i) == v) {
        i++;
      }
      out.unsigned(i - from);
      out.unsigned(v);
    }
  }

  private static void storedAt(ByteWriter out, SampleBlock b) {
    int before = 0;
    for (int i = 0; i < b.n; ) {
      int v = b.storedAt[i];
      int from = i++;
      while (i < b.n && b.storedAt[i] == v) {
        i++;
      }
      out.unsigned(i - from);
      out.signed((long) v - before);
      before = v;
    }
  }

  private static void devices(ByteWriter out, SampleBlock b) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; b.device != null && i < b.n; i++) {
      if (b.device[i] != null
          && (i == 0 || !b.device[i].equals(b.device[i - 1]))
          && !ids.contains(b.device[i])) {
        ids.add(b.device[i]);
      }
    }
    out.unsigned(ids.size());
    for (UUID id : ids) {
      out.fixed64(id.getMostSignificantBits());
      out.fixed64(id.getLeastSignificantBits());
    }
    if (!ids.isEmpty()) {
      runs(out, b.n, i -> b.device[i] == null ? 0 : 1 + ids.indexOf(b.device[i]));
    }
  }

  private static void readings(ByteWriter out, SampleBlock b) {
    // Keeps the order of appearance. A map, because blocks of notes have many distinct readings.
    var places = new java.util.LinkedHashMap<String, Integer>();
    for (int i = 0; b.reading != null && i < b.n; i++) {
      if (!b.reading(i).isEmpty()) {
        places.putIfAbsent(b.reading(i), places.size() + 1);
      }
    }
    out.unsigned(places.size());
    places.keySet().forEach(out::text);
    if (!places.isEmpty()) {
      runs(out, b.n, i -> b.reading(i).isEmpty() ? 0 : places.get(b.reading(i)));
    }
  }

  private static void value2(ByteWriter out, SampleBlock b) {
    double[] present = new double[b.n];
    int count = 0;
    for (int i = 0; b.value2 != null && i < b.n; i++) {
      if (!Double.isNaN(b.value2[i])) {
        present[count++] = b.value2[i];
      }
    }
    out.unsigned(count == 0 ? 0 : 1);
    if (count > 0) {
      runs(out, b.n, i -> Double.isNaN(b.value2[i]) ? 0 : 1);
      values(out, present, count);
    }
  }

  private static void notes(ByteWriter out, SampleBlock b) {
    boolean any = false;
    for (int i = 0; b.note != null && i < b.n; i++) {
      any |= b.note[i] != null;
    }
    out.unsigned(any ? 1 : 0);
    for (int i = 0; any && i < b.n; i++) {
      if (b.note[i] == null) {
        out.unsigned(0);
      } else {
        byte[] text = b.note[i].getBytes(StandardCharsets.UTF_8);
        out.unsigned(1 + text.length);
        out.raw(text);
      }
    }
  }

  /**
   * @throws IllegalStateException if the bytes are not a valid block
   */
  public static SampleBlock decode(byte[] data) {
    ByteReader in = new ByteReader(data);
    try {
      return decode(in);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalStateException("truncated block", e);
    }
  }

  private static SampleBlock decode(ByteReader in) {
    long version = in.unsigned();
    if (version != VERSION) {
      throw new IllegalStateException("unknown block version " + version);
    }
    int n = in.length();
    SampleBlock b = new SampleBlock(n);
    b.n = n;
    readTimes(in, b.at, n);
    readValues(in, b.value, n);
    readRuns(
        in,
        n,
        (i, v) -> {
          if (v != 0 || b.end != null) {
            if (b.end == null) {
              b.end = new long[b.at.length];
              java.util.Arrays.fill(b.end, SampleBlock.NO_END);
            }
            b.end[i] = v == 0 ? SampleBlock.NO_END : b.at[i] + ByteReader.unzigzag(v - 1);
          }
        });
    readRuns(
        in,
        n,
        (i, v) -> b.offset[i] = v == 0 ? SampleBlock.NO_OFFSET : (int) ByteReader.unzigzag(v - 1));
    readRuns(
        in,
        n,
        (i, v) -> {
          if (v != 0) {
            b.context = b.context == null ? new int[b.at.length] : b.context;
            b.context[i] = (int) v;
          }
        });
    readRuns(in, n, (i, v) -> b.origin[i] = (int) v);
    int stored = 0;
    for (int i = 0; i < n; ) {
      int to = i + in.length();
      stored += (int) in.signed();
      java.util.Arrays.fill(b.storedAt, i, to, stored);
      i = to;
    }
    readDevices(in, b);
    readReadings(in, b);
    if (in.unsigned() != 0) {
      b.value2 = new double[b.at.length];
      java.util.Arrays.fill(b.value2, Double.NaN);
      boolean[] has = new boolean[n];
      int[] count = {0};
      readRuns(
          in,
          n,
          (i, v) -> {
            has[i] = v != 0;
            count[0] += v != 0 ? 1 : 0;
          });
      double[] present = new double[count[0]];
      readValues(in, present, present.length);
      for (int i = 0, k = 0; i < n; i++) {
        if (has[i]) {
          b.value2[i] = present[k++];
        }
      }
    }
    if (in.unsigned() != 0) {
      b.note = new String[b.at.length];
      for (int i = 0; i < n; i++) {
        int length = in.length();
        b.note[i] = length == 0 ? null : in.text(length - 1);
      }
    }
    return b;
  }

  private static void readTimes(ByteReader in, long[] at, int n) {
    long per = UNITS[(int) in.unsigned()];
    if (n == 0) {
      return;
    }
    long t = in.signed() * per;
    at[0] = t;
    if (in.unsigned() == 0) {
      for (int i = 1; i < n; i++) {
        t += in.unsigned() * per;
        at[i] = t;
      }
    } else {
      for (int i = 1; i < n; ) {
        int to = i + in.length();
        long step = in.unsigned() * per;
        for (; i < to; i++) {
          t += step;
          at[i] = t;
        }
      }
    }
  }

  private static void readValues(ByteReader in, double[] into, int n) {
    int scale = (int) in.unsigned();
    if (scale == 0) {
      for (int i = 0; i < n; i++) {
        into[i] = Double.longBitsToDouble(in.fixed64());
      }
      return;
    }
    double power = POWERS[scale - 1];
    long v = 0;
    for (int i = 0; i < n; i++) {
      v += in.signed();
      into[i] = v / power;
    }
  }

  private interface CellSetter {
    void set(int i, long v);
  }

  private static void readRuns(ByteReader in, int n, CellSetter cell) {
    for (int i = 0; i < n; ) {
      int to = i + in.length();
      long v = in.unsigned();
      for (; i < to; i++) {
        cell.set(i, v);
      }
    }
  }

  private static void readDevices(ByteReader in, SampleBlock b) {
    UUID[] ids = new UUID[in.length()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = new UUID(in.fixed64(), in.fixed64());
    }
    if (ids.length > 0) {
      b.device = new UUID[b.at.length];
      readRuns(in, b.n, (i, v) -> b.device[i] = v == 0 ? null : ids[(int) v - 1]);
    }
  }

  private static void readReadings(ByteReader in, SampleBlock b) {
    String[] texts = new String[in.length()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = in.text(in.length());
    }
    if (texts.length > 0) {
      b.reading = new String[b.at.length];
      readRuns(in, b.n, (i, v) -> b.reading[i] = v == 0 ? null : texts[(int) v - 1]);
    }
  }
}
