package io.tributary.cluster;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Encoder for the subset of DER that an X.509 certificate needs; X.690 and RFC 5280. */
final class Der {
  private static final int LAST_UTC_TIME_YEAR = 2049;

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return encode(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return encode(0x31, parts);
  }

  /** Encodes an explicit context-specific tag. */
  static byte[] explicitTag(int number, byte[] part) {
    return encode(0xa0 | number, part);
  }

  static byte[] integer(BigInteger value) {
    return encode(0x02, value.toByteArray());
  }

  static byte[] booleanTrue() {
    return encode(0x01, new byte[] {(byte) 0xff});
  }

  static byte[] octetString(byte[] value) {
    return encode(0x04, value);
  }

  /**
   * @param unused number of unused bits at the end
   */
  static byte[] bitString(int unused, byte... value) {
    return encode(0x03, new byte[] {(byte) unused}, value);
  }

  static byte[] utf8String(String value) {
    return encode(0x0c, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Encodes a time with a precision of one second. */
  static byte[] time(Instant at) {
    boolean brief = at.atOffset(ZoneOffset.UTC).getYear() <= LAST_UTC_TIME_YEAR;
    DateTimeFormatter form =
        DateTimeFormatter.ofPattern(brief ? "yyMMddHHmmss'Z'" : "uuuuMMddHHmmss'Z'");
    return encode(
        brief ? 0x17 : 0x18,
        form.format(at.atOffset(ZoneOffset.UTC)).getBytes(StandardCharsets.US_ASCII));
  }

  /** Encodes an object identifier such as 2.5.4.3. */
  static byte[] oid(int first, int second, int... rest) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(first * 40 + second);
    for (int arc : rest) {
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >>> shift != 0) {
          out.write(0x80 | arc >>> shift & 0x7f);
        }
      }
      out.write(arc & 0x7f);
    }
    return encode(0x06, out.toByteArray());
  }

  private static byte[] encode(int tag, byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] size = BigInteger.valueOf(length).toByteArray();
      int skip = size[0] == 0 ? 1 : 0;
      out.write(0x80 | size.length - skip);
      out.write(size, skip, size.length - skip);
    }
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
