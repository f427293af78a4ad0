package io.tributary.streaming;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/**
 * Message body for a broker, compressed with gzip if it is large.
 *
 * @param encoding content encoding; null for an uncompressed body
 */
record CompressedBody(byte[] bytes, String encoding) {
  /** Maximum size in bytes of an uncompressed body. */
  static final int MAX_UNCOMPRESSED_BYTES = 1024;

  static CompressedBody of(Buffer body) {
    if (body.length() <= MAX_UNCOMPRESSED_BYTES) {
      return new CompressedBody(body.getBytes(), null);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length() / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CompressedBody(out.toByteArray(), "gzip");
  }
}
