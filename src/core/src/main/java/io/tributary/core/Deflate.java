package io.tributary.core;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compression in the zlib format. */
public final class Deflate {
  private Deflate() {}

  public static byte[] deflate(byte[] bytes) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(64 + bytes.length / 4);
      byte[] buffer = new byte[8 * 1024];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  /**
   * @throws IllegalArgumentException if the bytes are not valid zlib data, or inflate to more than
   *     {@code limit} bytes
   */
  public static byte[] inflate(byte[] bytes, int limit) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes);
      ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length * 4);
      byte[] buffer = new byte[8 * 1024];
      while (!inflater.finished()) {
        int n = inflater.inflate(buffer);
        if (n == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw new IllegalArgumentException("the compressed data is truncated");
        }
        out.write(buffer, 0, n);
        if (out.size() > limit) {
          throw new IllegalArgumentException("more than " + limit + " bytes");
        }
      }
      return out.toByteArray();
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the compressed data is damaged", e);
    } finally {
      inflater.end();
    }
  }
}
