package io.tributary.stream;

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
record Packed(byte[] bytes, String encoding) {
  /** Larger ones are compressed. */
  static final int PLAIN = 1024;

  static Packed of(Buffer body) {
    if (body.length() <= PLAIN) {
      return new Packed(body.getBytes(), null);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length() / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Packed(out.toByteArray(), "gzip");
  }
}
