package io.tributary.provider.apple;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** Immutable hash table keyed by byte ranges, so that lookups allocate no strings. */
final class ByteKeyTable<T> {
  private final byte[][] keys;
  private final T[] values;
  private final int mask;

  @SuppressWarnings("unchecked")
  ByteKeyTable(Map<String, T> entries) {
    int size = Integer.highestOneBit(Math.max(4, entries.size() * 4));
    mask = size - 1;
    keys = new byte[size][];
    values = (T[]) new Object[size];
    entries.forEach(
        (name, value) -> {
          byte[] key = name.getBytes(StandardCharsets.UTF_8);
          int i = ByteSlice.hash(key, 0, key.length) & mask;
          while (keys[i] != null) {
            i = i + 1 & mask;
          }
          keys[i] = key;
          values[i] = value;
        });
  }

  /** Returns null for an unknown key. */
  T get(byte[] bytes, int from, int to) {
    int i = ByteSlice.hash(bytes, from, to) & mask;
    while (keys[i] != null) {
      if (Arrays.equals(keys[i], 0, keys[i].length, bytes, from, to)) {
        return values[i];
      }
      i = i + 1 & mask;
    }
    return null;
  }

  T get(ByteSlice s) {
    return get(s.bytes, s.from, s.to);
  }
}
