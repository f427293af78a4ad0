package io.tributary.core;

import java.util.Arrays;

/**
 * Removes characters from JSON that PostgreSQL cannot store: drops NUL and replaces unpaired
 * surrogates by U+FFFD.
 *
 * <p>Clients produce an unpaired surrogate when they cut a text inside an emoji. A record that kept
 * it could not be stored, or could not be found again by its content.
 */
public final class JsonSanitizer {
  private static final int HIGH_SURROGATE = 0xd800;
  private static final int LOW_SURROGATE = 0xdc00;
  private static final int SURROGATE_END = 0xe000;

  private JsonSanitizer() {}

  /**
   * Sanitizes a document.
   *
   * @param json UTF-8, of which the first {@code length} bytes are read; not modified
   * @return the sanitized bytes; the given array, cut to the length, if it needs no change
   */
  public static byte[] sanitize(byte[] json, int length) {
    byte[] out = null;
    int size = 0;
    for (int i = 0; i < length; ) {
      int taken = unitLength(json, i, length);
      int c = codeUnit(json, i, length);
      int next = c >= HIGH_SURROGATE && c < LOW_SURROGATE ? codeUnit(json, i + taken, length) : -1;
      if (next >= LOW_SURROGATE && next < SURROGATE_END) {
        taken += unitLength(json, i + taken, length);
      } else if (c == 0 || c >= HIGH_SURROGATE && c < SURROGATE_END) {
        if (out == null) {
          out = Arrays.copyOf(json, length);
          size = i;
        }
        size += c == 0 ? 0 : replacement(out, size);
        i += taken;
        continue;
      }
      if (out != null) {
        System.arraycopy(json, i, out, size, taken);
        size += taken;
      }
      i += taken;
    }
    if (out != null) {
      return Arrays.copyOf(out, size);
    }
    return length == json.length ? json : Arrays.copyOf(json, length);
  }

  /** Writes U+FFFD, which is never longer than the bytes it replaces. */
  private static int replacement(byte[] out, int at) {
    out[at] = (byte) 0xef;
    out[at + 1] = (byte) 0xbf;
    out[at + 2] = (byte) 0xbd;
    return 3;
  }

  /**
   * Returns the length of the unit at this position: an escape sequence, or an encoded NUL or
   * surrogate, otherwise one byte.
   */
  private static int unitLength(byte[] b, int i, int length) {
    if (b[i] == '\\') {
      return i + 6 <= length && b[i + 1] == 'u' ? 6 : Math.min(2, length - i);
    }
    return switch (codeUnit(b, i, length)) {
      case -1 -> 1;
      case 0 -> 2;
      default -> 3;
    };
  }

  /** Returns the code unit at this position if it may need replacement, otherwise -1. */
  private static int codeUnit(byte[] b, int i, int length) {
    if (i >= length || b[i] != '\\' && b[i] != (byte) 0xed && b[i] != (byte) 0xc0) {
      return -1;
    }
    if (b[i] == '\\') {
      if (i + 6 > length || b[i + 1] != 'u') {
        return -1;
      }
      int c = 0;
      for (int k = i + 2; k < i + 6; k++) {
        int digit = Character.digit(b[k], 16);
        if (digit < 0) {
          return -1;
        }
        c = c << 4 | digit;
      }
      return c;
    }
    // Invalid UTF-8 (overlong NUL and encoded surrogates) that some libraries write and parsers
    // accept.
    if (b[i] == (byte) 0xc0) {
      return i + 2 <= length && b[i + 1] == (byte) 0x80 ? 0 : -1;
    }
    return i + 3 <= length && (b[i + 1] & 0xe0) == 0xa0
        ? 0xd000 | (b[i + 1] & 0x3f) << 6 | b[i + 2] & 0x3f
        : -1;
  }
}
