package io.tributary.sdk;

import io.tributary.core.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Decompresses request bodies. The result is limited to the size of an uncompressed body. */
final class GzipBody {
  private static final int CHUNK = 64 * 1024;

  private GzipBody() {}

  /**
   * @throws ServiceException 413 when the result exceeds the limit, 400 when the body is not gzip
   */
  static byte[] decompress(byte[] compressed, int limit) {
    byte[] out = new byte[Math.clamp(4L * compressed.length, CHUNK, Math.max(CHUNK, limit))];
    int size = 0;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed), CHUNK)) {
      while (true) {
        if (size == out.length) {
          if (size > limit) {
            break;
          }
          out = Arrays.copyOf(out, (int) Math.min(2L * size, limit + 1L));
        }
        int n = in.read(out, size, out.length - size);
        if (n < 0) {
          break;
        }
        size += n;
      }
    } catch (IOException e) {
      throw ServiceException.badRequest("the body is not valid gzip");
    }
    if (size > limit) {
      throw new ServiceException(
          ServiceException.Reason.TOO_LARGE, "the body is too large after decompression");
    }
    return Arrays.copyOf(out, size);
  }
}
