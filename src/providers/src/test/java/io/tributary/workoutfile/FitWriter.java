package io.tributary.workoutfile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes FIT files for tests. It writes only the container; the caller supplies the profile
 * numbers.
 */
public final class FitWriter {
  public static final int ENUM = 0x00;
  public static final int SINT8 = 0x01;
  public static final int UINT8 = 0x02;
  public static final int UINT16 = 0x84;
  public static final int SINT32 = 0x85;
  public static final int UINT32 = 0x86;
  public static final int STRING = 0x07;
  public static final int UINT32Z = 0x8c;

  private static final long EPOCH = 631_065_600;

  /** A field of a definition message. */
  public record Field(int number, int size, int type) {}

  private record Definition(ByteOrder order, List<Field> fields, int developerBytes) {}

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Definition[] definitions = new Definition[16];

  public static long fit(long epochSecond) {
    return epochSecond - EPOCH;
  }

  public static Field field(int number, int type) {
    int size =
        switch (type) {
          case ENUM, SINT8, UINT8 -> 1;
          case UINT16 -> 2;
          default -> 4;
        };
    return new Field(number, size, type);
  }

  public static Field text(int number, int size) {
    return new Field(number, size, STRING);
  }

  public FitWriter define(int local, int message, Field... fields) {
    return define(local, message, ByteOrder.LITTLE_ENDIAN, List.of(), fields);
  }

  /**
   * @param developer sizes of developer fields after the regular fields
   */
  public FitWriter define(
      int local, int message, ByteOrder order, List<Integer> developer, Field... fields) {
    out.write(0x40 | (developer.isEmpty() ? 0 : 0x20) | local);
    out.write(0);
    out.write(order == ByteOrder.BIG_ENDIAN ? 1 : 0);
    out.writeBytes(ByteBuffer.allocate(2).order(order).putShort((short) message).array());
    out.write(fields.length);
    for (Field f : fields) {
      out.write(f.number());
      out.write(f.size());
      out.write(f.type());
    }
    int bytes = 0;
    if (!developer.isEmpty()) {
      out.write(developer.size());
      for (int size : developer) {
        out.write(0);
        out.write(size);
        out.write(0);
        bytes += size;
      }
    }
    definitions[local] = new Definition(order, List.of(fields), bytes);
    return this;
  }

  /**
   * Writes values in the order of the definition: numbers or texts; null writes the invalid value.
   */
  public FitWriter data(int local, Object... values) {
    out.write(local);
    return values(local, values);
  }

  public FitWriter compressed(int local, int timeOffset, Object... values) {
    out.write(0x80 | local << 5 | timeOffset & 0x1f);
    return values(local, values);
  }

  private FitWriter values(int local, Object... values) {
    Definition d = definitions[local];
    for (int i = 0; i < values.length; i++) {
      Field f = d.fields().get(i);
      ByteBuffer b = ByteBuffer.allocate(f.size()).order(d.order());
      if (f.type() == STRING) {
        b.put(String.valueOf(values[i]).getBytes(StandardCharsets.UTF_8));
      } else {
        long v = values[i] == null ? invalid(f.type()) : ((Number) values[i]).longValue();
        switch (f.size()) {
          case 1 -> b.put((byte) v);
          case 2 -> b.putShort((short) v);
          default -> b.putInt((int) v);
        }
      }
      out.writeBytes(b.array());
    }
    out.writeBytes(new byte[d.developerBytes()]);
    return this;
  }

  private static long invalid(int type) {
    return switch (type) {
      case SINT8 -> 0x7f;
      case SINT32 -> 0x7fff_ffff;
      case UINT32Z -> 0;
      default -> -1;
    };
  }

  /** Writes raw bytes between messages. */
  public FitWriter raw(int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
    return this;
  }

  public byte[] file() {
    return file(14);
  }

  public byte[] file(int headerSize) {
    byte[] data = out.toByteArray();
    ByteBuffer b = ByteBuffer.allocate(headerSize + data.length + 2).order(ByteOrder.LITTLE_ENDIAN);
    b.put((byte) headerSize).put((byte) 0x20).putShort((short) 2100).putInt(data.length);
    b.put(".FIT".getBytes(StandardCharsets.US_ASCII));
    if (headerSize >= 14) {
      b.putShort((short) crc(b.array(), 12));
    }
    b.position(headerSize);
    b.put(data);
    b.putShort((short) crc(b.array(), b.position()));
    return b.array();
  }

  /** Computes CRC-16 with the reversed polynomial A001, bit by bit. */
  public static int crc(byte[] bytes, int to) {
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
