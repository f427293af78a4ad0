package io.tributary.core;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Append-only buffer for UTF-8 JSON. It builds no tree and creates no object per value, for pages
 * of thousands of samples.
 *
 * <p>The caller writes the punctuation. Not thread-safe.
 */
public final class JsonBytes {
  private static final double MAX_EXACT_INTEGER = 9_007_199_254_740_992.0;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final byte[] HEX = ascii("0123456789abcdef");

  private byte[] buffer;
  private int size;
  private long day = Long.MIN_VALUE;
  private final byte[] dayText = new byte[11];

  public JsonBytes(int capacity) {
    buffer = new byte[Math.max(64, capacity)];
  }

  /** Encodes constant text for {@link #raw}. */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Ensures capacity for further bytes. */
  public void reserve(int bytes) {
    ensureCapacity(bytes);
  }

  public int size() {
    return size;
  }

  /** Resets the buffer and keeps its capacity. */
  public void clear() {
    size = 0;
  }

  /** Truncates the content to an earlier {@link #size}. */
  public void truncate(int to) {
    size = to;
  }

  public byte[] bytes() {
    return Arrays.copyOf(buffer, size);
  }

  /** Passes the content to a sink without copying. The array is valid until the next write. */
  public <T> T with(Sink<T> sink) {
    return sink.accept(buffer, size);
  }

  /** Consumer of the first {@code length} bytes of an array. */
  public interface Sink<T> {
    T accept(byte[] array, int length);
  }

  public String text() {
    return new String(buffer, 0, size, StandardCharsets.UTF_8);
  }

  public JsonBytes raw(byte[] bytes) {
    return raw(bytes, 0, bytes.length);
  }

  public JsonBytes raw(byte[] bytes, int from, int length) {
    ensureCapacity(length);
    System.arraycopy(bytes, from, buffer, size, length);
    size += length;
    return this;
  }

  /** Appends the content of another buffer. */
  public JsonBytes raw(JsonBytes other) {
    return raw(other.buffer, 0, other.size);
  }

  public JsonBytes raw(char ascii) {
    ensureCapacity(1);
    buffer[size++] = (byte) ascii;
    return this;
  }

  public JsonBytes number(long v) {
    ensureCapacity(20);
    if (v < 0) {
      if (v == Long.MIN_VALUE) {
        return raw(ascii(Long.toString(v)));
      }
      buffer[size++] = '-';
      v = -v;
    }
    if (v < 1000) {
      return upTo999((int) v);
    }
    int digits = 4;
    for (long p = 10_000; digits < 19 && v >= p; p *= 10) {
      digits++;
    }
    for (int i = size + digits - 1; i >= size; i--) {
      buffer[i] = (byte) ('0' + v % 10);
      v /= 10;
    }
    size += digits;
    return this;
  }

  private JsonBytes upTo999(int v) {
    if (v >= 100) {
      buffer[size++] = (byte) ('0' + v / 100);
    }
    if (v >= 10) {
      buffer[size++] = (byte) ('0' + v / 10 % 10);
    }
    buffer[size++] = (byte) ('0' + v % 10);
    return this;
  }

  /**
   * Appends a number, which must be finite. Integral values are written without a fraction: 72, not
   * 72.0.
   */
  public JsonBytes number(double v) {
    return v == Math.rint(v) && Math.abs(v) < MAX_EXACT_INTEGER
        ? number((long) v)
        : raw(ascii(Double.toString(v)));
  }

  /** Appends a quoted and escaped string, or null. */
  public JsonBytes text(String text) {
    if (text == null) {
      return raw(ascii("null"));
    }
    raw('"');
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b == '"' || b == '\\') {
        raw('\\').raw((char) b);
      } else if (b >= 0 && b < 0x20) {
        escapeControl(b);
      } else {
        ensureCapacity(1);
        buffer[size++] = b;
      }
    }
    return raw('"');
  }

  private void escapeControl(byte b) {
    raw('\\');
    switch (b) {
      case '\n' -> raw('n');
      case '\r' -> raw('r');
      case '\t' -> raw('t');
      case '\b' -> raw('b');
      case '\f' -> raw('f');
      default -> raw(ascii("u00")).raw((char) HEX[b >> 4]).raw((char) HEX[b & 15]);
    }
  }

  /** Appends a time in the format of {@link Times}, without quotes; for the years 1 to 9999. */
  public JsonBytes time(long micros) {
    ensureCapacity(40);
    long d = Math.floorDiv(micros, MICROS_PER_DAY);
    if (d != day) {
      byte[] text = ascii(LocalDate.ofEpochDay(d) + "T");
      System.arraycopy(text, 0, dayText, 0, 11);
      day = d;
    }
    System.arraycopy(dayText, 0, buffer, size, 11);
    size += 11;
    long rest = micros - d * MICROS_PER_DAY;
    int second = (int) (rest / 1_000_000);
    int fraction = (int) (rest % 1_000_000);
    twoDigits(second / 3600);
    buffer[size++] = ':';
    twoDigits(second / 60 % 60);
    buffer[size++] = ':';
    twoDigits(second % 60);
    if (fraction != 0) {
      buffer[size++] = '.';
      twoDigits(fraction / 10_000);
      twoDigits(fraction / 100 % 100);
      twoDigits(fraction % 100);
    }
    buffer[size++] = '+';
    twoDigits(0);
    buffer[size++] = ':';
    twoDigits(0);
    return this;
  }

  private void twoDigits(int n) {
    buffer[size++] = (byte) ('0' + n / 10);
    buffer[size++] = (byte) ('0' + n % 10);
  }

  private void ensureCapacity(int more) {
    if (size + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(size + more, buffer.length * 2));
    }
  }
}
