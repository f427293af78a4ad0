package io.tributary.healthimport;

import io.tributary.provider.apple.InvalidExportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Checks the end records of a zip before it is opened. Opening reads the whole central directory
 * into memory, which may be as large as the file.
 */
final class ZipInspector {
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int END_LENGTH = 22;
  private static final int LOCATOR_LENGTH = 20;
  private static final int END_64_LENGTH = 56;
  private static final int MAX_COMMENT = 0xFFFF;

  /** Limit of the central directory; an export has a few thousand entries of some hundred bytes. */
  private static final long MAX_DIRECTORY_BYTES = 32L << 20;

  private ZipInspector() {}

  /**
   * @throws InvalidExportException if the zip is damaged or too large
   */
  static void check(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = file.size();
      int tail = (int) Math.min(size, END_LENGTH + MAX_COMMENT);
      ByteBuffer b = read(file, size - tail, tail);
      int at = tail - END_LENGTH;
      while (at >= 0 && b.getInt(at) != END) {
        at--;
      }
      if (at < 0) {
        throw damaged();
      }
      long bytes = Integer.toUnsignedLong(b.getInt(at + 12));
      long locator = size - tail + at - LOCATOR_LENGTH;
      if (bytes == 0xFFFFFFFFL && locator >= 0) {
        ByteBuffer l = read(file, locator, LOCATOR_LENGTH);
        long end = l.getLong(8);
        if (l.getInt(0) != LOCATOR_64 || end < 0 || end > size - END_64_LENGTH) {
          throw damaged();
        }
        ByteBuffer e = read(file, end, END_64_LENGTH);
        if (e.getInt(0) != END_64) {
          throw damaged();
        }
        bytes = e.getLong(40);
      }
      if (bytes < 0 || bytes > MAX_DIRECTORY_BYTES) {
        throw new InvalidExportException("the central directory of the zip is too large");
      }
    }
  }

  private static InvalidExportException damaged() {
    return new InvalidExportException("the zip is damaged or incomplete");
  }

  private static ByteBuffer read(FileChannel file, long at, int length) throws IOException {
    ByteBuffer b = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (b.hasRemaining()) {
      if (file.read(b, at + b.position()) < 0) {
        throw damaged();
      }
    }
    return b;
  }
}
