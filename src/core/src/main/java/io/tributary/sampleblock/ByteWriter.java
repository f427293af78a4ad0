package io.tributary.sampleblock;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing buffer for the bytes of an encoded block. */
final class ByteWriter {
  private byte[] buffer;
  private int size;

  ByteWriter(int capacity) {
    buffer = new byte[capacity];
  }

  static long zigzag(long v) {
    return v << 1 ^ v >> 63;
  }

  /** Writes a variable-length unsigned number of up to 64 bits. */
  void unsigned(long v) {
    ensureCapacity(10);
    while ((v & ~0x7FL) != 0) {
      buffer[size++] = (byte) (v & 0x7F | 0x80);
      v >>>= 7;
    }
    buffer[size++] = (byte) v;
  }

  void signed(long v) {
    unsigned(zigzag(v));
  }

  /** Writes eight bytes, most significant first. */
  void fixed64(long v) {
    ensureCapacity(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      buffer[size++] = (byte) (v >>> shift);
    }
  }

  void text(String s) {
    byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
    unsigned(utf8.length);
    raw(utf8);
  }

  void raw(byte[] bytes) {
    ensureCapacity(bytes.length);
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  byte[] bytes() {
    return Arrays.copyOf(buffer, size);
  }

  private void ensureCapacity(int more) {
    if (size + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(size + more, buffer.length * 2));
    }
  }
}
