package io.tributary.streaming;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/**
 * A body on its way to a broker: webhooks.md §7.
 *
 * @param encoding null for a body that is sent as it is
 */
record CompressedBody(byte[] bytes, String encoding) {
  /** Larger ones are compressed. */
  static final int PLAIN = 1024;

  static CompressedBody of(Buffer body) {
    if (body.length() <= PLAIN) {
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
