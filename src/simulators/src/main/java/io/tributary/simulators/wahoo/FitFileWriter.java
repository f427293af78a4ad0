package io.tributary.simulators.wahoo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes the container of the public FIT protocol in little-endian byte order; the caller supplies
 * the profile.
 */
final class FitFileWriter {
  /** Base type of the protocol; the value -1 writes the invalid value of the type. */
  enum Type {
    ENUM(0x00, 1),
    UINT8(0x02, 1),
    UINT16(0x84, 2),
    SINT32(0x85, 4),
    UINT32(0x86, 4),
    UINT32Z(0x8c, 4);

    private final int code;
    private final int bytes;

    Type(int code, int bytes) {
      this.code = code;
      this.bytes = bytes;
    }
  }

  /** Field of a message by its number in the profile. */
  record Field(int number, Type type) {}

  /** FIT epoch, 1989-12-31T00:00:00Z, in Unix seconds. */
  private static final long EPOCH = 631_065_600;

  private static final int HEADER = 14;
  private static final int PROTOCOL = 0x20;
  private static final int PROFILE = 2100;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Field[][] defined = new Field[16][];

  static long time(long epochSecond) {
    return epochSecond - EPOCH;
  }

  FitFileWriter define(int local, int message, Field... fields) {
    out.write(0x40 | local);
    out.write(0);
    out.write(0);
    number(message, 2);
    out.write(fields.length);
    for (Field f : fields) {
      out.write(f.number());
      out.write(f.type().bytes);
      out.write(f.type().code);
    }
    defined[local] = fields;
    return this;
  }

  /** Writes values in the order of the definition. */
  FitFileWriter data(int local, long... values) {
    out.write(local);
    for (int i = 0; i < values.length; i++) {
      number(values[i], defined[local][i].type().bytes);
    }
    return this;
  }

  private void number(long value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >> 8 * i));
    }
  }

  byte[] file() {
    byte[] data = out.toByteArray();
    ByteBuffer file = ByteBuffer.allocate(HEADER + data.length + 2).order(ByteOrder.LITTLE_ENDIAN);
    file.put((byte) HEADER).put((byte) PROTOCOL).putShort((short) PROFILE).putInt(data.length);
    file.put(".FIT".getBytes(StandardCharsets.US_ASCII));
    file.putShort((short) crc(file.array(), HEADER - 2));
    file.put(data);
    file.putShort((short) crc(file.array(), file.position()));
    return file.array();
  }

  /** Returns the CRC-16 with the reversed polynomial A001. */
  private static int crc(byte[] bytes, int to) {
    int crc = 0;
    for (int i = 0; i < to; i++) {
      crc ^= bytes[i] & 0xff;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 1) == 1 ? crc >> 1 ^ 0xa001 : crc >> 1;
      }
    }
    return crc;
  }
}
