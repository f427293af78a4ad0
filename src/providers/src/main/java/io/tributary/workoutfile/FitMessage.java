package io.tributary.workoutfile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One data message of a FIT file, valid until the next message. Fields are addressed by their
 * number in the profile and unscaled. A field that is absent, marked invalid or of an unknown type
 * is null.
 */
final class FitMessage {
  static final int TIMESTAMP = 253;
  private static final int STRING = 7;

  /** Layout of the messages that follow a definition. */
  record Definition(
      int message, ByteOrder order, int[] fields, int[] sizes, int[] types, int size) {}

  private Definition definition;
  private ByteBuffer in;
  private int at;
  private long compressedTime;

  void set(Definition definition, ByteBuffer in, int at, long compressedTime) {
    this.definition = definition;
    this.in = in;
    this.at = at;
    this.compressedTime = compressedTime;
  }

  /** Returns the global message number. */
  int globalNumber() {
    return definition.message();
  }

  /** Returns seconds of the FIT epoch; null if the message has no timestamp. */
  Long timestamp() {
    return compressedTime >= 0 ? Long.valueOf(compressedTime) : longValue(TIMESTAMP);
  }

  /** Returns an unscaled number; of an array, the first element. */
  Double doubleValue(int field) {
    int from = at;
    for (int i = 0; i < definition.fields().length; i++) {
      if (definition.fields()[i] == field) {
        return doubleValue(from, definition.sizes()[i], definition.types()[i]);
      }
      from += definition.sizes()[i];
    }
    return null;
  }

  /** Returns the number divided by the scale of the profile, minus its offset. */
  Double doubleValue(int field, double scale, double offset) {
    Double raw = doubleValue(field);
    // A single division at the end: 34.2 stays 34.2.
    return raw == null ? null : (raw - offset * scale) / scale;
  }

  Long longValue(int field) {
    Double raw = doubleValue(field);
    return raw == null ? null : raw.longValue();
  }

  /** Returns a string up to its first NUL; null if there is none. */
  String text(int field) {
    int from = at;
    for (int i = 0; i < definition.fields().length; i++) {
      int size = definition.sizes()[i];
      if (definition.fields()[i] == field && (definition.types()[i] & 0x1f) == STRING) {
        byte[] bytes = new byte[size];
        in.get(from, bytes);
        int end = 0;
        while (end < size && bytes[end] != 0) {
          end++;
        }
        String text = new String(bytes, 0, end, StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? null : text;
      }
      from += size;
    }
    return null;
  }

  private Double doubleValue(int from, int size, int type) {
    in.order(definition.order());
    return switch (type & 0x1f) {
      case 0, 2, 13 -> size < 1 ? null : unlessInvalid(in.get(from) & 0xff, 0xff);
      case 1 -> size < 1 ? null : unlessInvalid(in.get(from), 0x7f);
      case 3 -> size < 2 ? null : unlessInvalid(in.getShort(from), 0x7fff);
      case 4 -> size < 2 ? null : unlessInvalid(in.getShort(from) & 0xffff, 0xffff);
      case 5 -> size < 4 ? null : unlessInvalid(in.getInt(from), 0x7fff_ffff);
      case 6 -> size < 4 ? null : unlessInvalid(in.getInt(from) & 0xffff_ffffL, 0xffff_ffffL);
      case 8 -> size < 4 ? null : ifFinite(in.getFloat(from));
      case 9 -> size < 8 ? null : ifFinite(in.getDouble(from));
      case 10 -> size < 1 ? null : unlessInvalid(in.get(from) & 0xff, 0);
      case 11 -> size < 2 ? null : unlessInvalid(in.getShort(from) & 0xffff, 0);
      case 12 -> size < 4 ? null : unlessInvalid(in.getInt(from) & 0xffff_ffffL, 0);
      case 14 -> size < 8 ? null : unlessInvalid(in.getLong(from), Long.MAX_VALUE);
      // Strings, and types of later protocol versions; no number that is read has them.
      default -> null;
    };
  }

  private static Double unlessInvalid(long value, long invalid) {
    return value == invalid ? null : Double.valueOf(value);
  }

  private static Double ifFinite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }
}
