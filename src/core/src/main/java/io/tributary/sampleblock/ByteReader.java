package io.tributary.sampleblock;

import java.nio.charset.StandardCharsets;

/** Cursor over the bytes of an encoded block. */
final class ByteReader {
  private final byte[] data;
  private int at;

  ByteReader(byte[] data) {
    this.data = data;
  }

  static long unzigzag(long v) {
    return v >>> 1 ^ -(v & 1);
  }

  long unsigned() {
    long v = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = data[at++];
      v |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return v;
      }
    }
    throw new IllegalStateException("a number in a block is too long");
  }

  /** Reads a non-negative length that fits an int. */
  int length() {
    long v = unsigned();
    if (v < 0 || v > Integer.MAX_VALUE) {
      throw new IllegalStateException("invalid length in a block");
    }
    return (int) v;
  }

  long signed() {
    return unzigzag(unsigned());
  }

  long fixed64() {
    long v = 0;
    for (int i = 0; i < 8; i++) {
      v = v << 8 | data[at++] & 0xFF;
    }
    return v;
  }

  String text(int length) {
    String s = new String(data, at, length, StandardCharsets.UTF_8);
    at += length;
    return s;
  }
}
