package io.tributary.sampleblock;

import java.util.Arrays;
import java.util.UUID;

/**
 * Columnar block of samples of one series, in ascending order of time and reading, each identity
 * once.
 *
 * <p>A column without any value is null. Rows are appended in order; a block is not changed in any
 * other manner.
 */
public final class SampleBlock {
  /** Value of {@link #end} for a momentary reading. */
  public static final long NO_END = Long.MIN_VALUE;

  /** Value of {@link #offset} if unknown. */
  public static final int NO_OFFSET = Integer.MIN_VALUE;

  int n;
  long[] at;
  double[] value;
  String[] reading;
  long[] end;
  double[] value2;
  int[] offset;
  int[] context;
  String[] note;
  UUID[] device;
  int[] origin;
  int[] storedAt;

  public SampleBlock(int capacity) {
    int c = Math.max(4, capacity);
    at = new long[c];
    value = new double[c];
    offset = new int[c];
    origin = new int[c];
    storedAt = new int[c];
  }

  public int size() {
    return n;
  }

  /** Returns the time in microseconds since 1970. */
  public long at(int i) {
    return at[i];
  }

  public double value(int i) {
    return value[i];
  }

  /** Returns the type of reading, which is part of the identity; usually empty. */
  public String reading(int i) {
    return reading == null || reading[i] == null ? "" : reading[i];
  }

  /** Returns the end in microseconds since 1970, or {@link #NO_END}. */
  public long end(int i) {
    return end == null ? NO_END : end[i];
  }

  /** Returns the second value; NaN if there is none. */
  public double value2(int i) {
    return value2 == null ? Double.NaN : value2[i];
  }

  /** Returns the offset in seconds east of UTC, or {@link #NO_OFFSET}. */
  public int offset(int i) {
    return offset[i];
  }

  /** Returns the ID of the row with workout, sport and extras; 0 if there is none. */
  public int context(int i) {
    return context == null ? 0 : context[i];
  }

  /** Returns the note, or null. */
  public String note(int i) {
    return note == null ? null : note[i];
  }

  /** Returns the device, or null. */
  public UUID device(int i) {
    return device == null ? null : device[i];
  }

  /** Returns the ID of the row that describes the origin; 0 if unknown. */
  public int origin(int i) {
    return origin[i];
  }

  /** Returns the time at which the content was written, in seconds since 1970; 0 if unknown. */
  public int storedAt(int i) {
    return storedAt[i];
  }

  /** Identity and content of one sample outside a block. */
  public record Row(
      long at,
      String reading,
      long end,
      double value,
      double value2,
      int offset,
      int context,
      String note,
      UUID device,
      int origin,
      int storedAt) {}

  /** Appends a sample that sorts after all others. */
  public void add(Row r) {
    int i = grow();
    at[i] = r.at;
    value[i] = r.value;
    offset[i] = r.offset;
    origin[i] = r.origin;
    storedAt[i] = r.storedAt;
    if (!r.reading.isEmpty()) {
      reading = reading == null ? new String[at.length] : reading;
      reading[i] = r.reading;
    }
    setEnd(i, r.end);
    setValue2(i, r.value2);
    if (r.context != 0) {
      context = context == null ? new int[at.length] : context;
      context[i] = r.context;
    }
    if (r.note != null) {
      note = note == null ? new String[at.length] : note;
      note[i] = r.note;
    }
    if (r.device != null) {
      device = device == null ? new UUID[at.length] : device;
      device[i] = r.device;
    }
  }

  /** Appends a sample of another block. */
  void add(SampleBlock other, int j) {
    add(other.row(j));
  }

  Row row(int i) {
    return new Row(
        at[i],
        reading(i),
        end(i),
        value[i],
        value2(i),
        offset[i],
        context(i),
        note(i),
        device(i),
        origin[i],
        storedAt[i]);
  }

  /** Appends a range of another block, column by column. */
  void addAll(SampleBlock other, int from, int to) {
    int count = to - from;
    if (count == 0) {
      return;
    }
    int i = n;
    n += count;
    ensure(n);
    System.arraycopy(other.at, from, at, i, count);
    System.arraycopy(other.value, from, value, i, count);
    System.arraycopy(other.offset, from, offset, i, count);
    System.arraycopy(other.origin, from, origin, i, count);
    System.arraycopy(other.storedAt, from, storedAt, i, count);
    if (end != null || other.end != null) {
      for (int k = 0; k < count; k++) {
        setEnd(i + k, other.end(from + k));
      }
    }
    if (value2 != null || other.value2 != null) {
      for (int k = 0; k < count; k++) {
        setValue2(i + k, other.value2(from + k));
      }
    }
    if (other.reading != null) {
      reading = reading == null ? new String[at.length] : reading;
      System.arraycopy(other.reading, from, reading, i, count);
    }
    if (other.context != null) {
      context = context == null ? new int[at.length] : context;
      System.arraycopy(other.context, from, context, i, count);
    }
    if (other.note != null) {
      note = note == null ? new String[at.length] : note;
      System.arraycopy(other.note, from, note, i, count);
    }
    if (other.device != null) {
      device = device == null ? new UUID[at.length] : device;
      System.arraycopy(other.device, from, device, i, count);
    }
  }

  private void setEnd(int i, long micros) {
    if (end == null && micros != NO_END) {
      end = new long[at.length];
      Arrays.fill(end, NO_END);
    }
    if (end != null) {
      end[i] = micros;
    }
  }

  private void setValue2(int i, double figure) {
    if (value2 == null && !Double.isNaN(figure)) {
      value2 = new double[at.length];
      Arrays.fill(value2, Double.NaN);
    }
    if (value2 != null) {
      value2[i] = figure;
    }
  }

  private int grow() {
    ensure(n + 1);
    return n++;
  }

  private void ensure(int wanted) {
    if (wanted <= at.length) {
      return;
    }
    int c = Math.max(wanted, at.length * 2);
    at = Arrays.copyOf(at, c);
    value = Arrays.copyOf(value, c);
    offset = Arrays.copyOf(offset, c);
    origin = Arrays.copyOf(origin, c);
    storedAt = Arrays.copyOf(storedAt, c);
    if (end != null) {
      int old = end.length;
      end = Arrays.copyOf(end, c);
      Arrays.fill(end, old, c, NO_END);
    }
    if (value2 != null) {
      int old = value2.length;
      value2 = Arrays.copyOf(value2, c);
      Arrays.fill(value2, old, c, Double.NaN);
    }
    reading = reading == null ? null : Arrays.copyOf(reading, c);
    context = context == null ? null : Arrays.copyOf(context, c);
    note = note == null ? null : Arrays.copyOf(note, c);
    device = device == null ? null : Arrays.copyOf(device, c);
  }

  /**
   * Returns whether two samples of the same identity have the same content. The device is not part
   * of the content.
   */
  static boolean sameContent(SampleBlock a, int i, SampleBlock b, int j) {
    return sameDouble(a.value[i], b.value[j])
        && a.end(i) == b.end(j)
        && a.offset[i] == b.offset[j]
        && a.context(i) == b.context(j)
        && sameDouble(a.value2(i), b.value2(j))
        && java.util.Objects.equals(a.note(i), b.note(j));
  }

  private static boolean sameDouble(double a, double b) {
    return a == b || Double.isNaN(a) && Double.isNaN(b);
  }

  static int compare(SampleBlock a, int i, SampleBlock b, int j) {
    return a.at[i] != b.at[j]
        ? Long.compare(a.at[i], b.at[j])
        : a.reading(i).compareTo(b.reading(j));
  }

  /** Returns the index of the first sample at or after an instant. */
  public int firstFrom(long micros) {
    int lo = 0;
    int hi = n;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (at[mid] < micros) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }
}
