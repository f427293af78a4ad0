package io.tributary.workoutfile;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Parser of the FIT container format: header, definition and data messages, both byte orders,
 * compressed timestamps, chained files and checksums. Developer fields are skipped. Stateless.
 */
final class FitReader {
  private static final int[] CRC = {
    0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401,
    0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400
  };
  private static final int SMALLEST_HEADER = 12;
  private static final int COMPRESSED = 0x80;
  private static final int DEFINITION = 0x40;
  private static final int DEVELOPER = 0x20;

  private final ByteBuffer in;
  private final Consumer<FitMessage> consumer;
  private final FitMessage message = new FitMessage();
  private FitMessage.Definition[] definitions;
  private int[] developerBytes;
  private long time;

  private FitReader(byte[] file, Consumer<FitMessage> consumer) {
    this.in = ByteBuffer.wrap(file);
    this.consumer = consumer;
  }

  static boolean isFit(byte[] file) {
    return file.length >= SMALLEST_HEADER
        && file[8] == '.'
        && file[9] == 'F'
        && file[10] == 'I'
        && file[11] == 'T';
  }

  /** Passes each data message to the consumer. The whole file is checked before the first one. */
  static void read(byte[] file, Consumer<FitMessage> consumer) {
    verify(file);
    FitReader reader = new FitReader(file, consumer);
    try {
      while (reader.in.hasRemaining()) {
        reader.readFile();
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new UnsupportedFileException("a FIT message runs past the end of its file");
    }
  }

  /** Checks lengths and checksums of every file in the chain. */
  private static void verify(byte[] file) {
    int at = 0;
    do {
      if (file.length - at < SMALLEST_HEADER || file[at + 8] != '.' || file[at + 9] != 'F') {
        throw new UnsupportedFileException("the FIT header is damaged");
      }
      ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
      int size = file[at] & 0xff;
      long data = header.getInt(at + 4) & 0xffff_ffffL;
      if (size < SMALLEST_HEADER) {
        throw new UnsupportedFileException("the FIT header is damaged");
      }
      if (at + size + data + 2 > file.length) {
        throw new UnsupportedFileException(
            "the FIT file is truncated: it is smaller than its header states");
      }
      if (size >= 14) {
        int said = header.getShort(at + 12) & 0xffff;
        // Zero means that the writer did not compute it.
        if (said != 0 && said != crc(file, at, at + 12)) {
          throw new UnsupportedFileException("the checksum of the FIT header is wrong");
        }
      }
      int end = (int) (at + size + data);
      if ((header.getShort(end) & 0xffff) != crc(file, at, end)) {
        throw new UnsupportedFileException("the checksum of the FIT file is wrong");
      }
      at = end + 2;
    } while (at < file.length);
  }

  static int crc(byte[] bytes, int from, int to) {
    int crc = 0;
    for (int i = from; i < to; i++) {
      int b = bytes[i] & 0xff;
      crc = crc >> 4 & 0x0fff ^ CRC[crc & 0xf] ^ CRC[b & 0xf];
      crc = crc >> 4 & 0x0fff ^ CRC[crc & 0xf] ^ CRC[b >> 4];
    }
    return crc;
  }

  private void readFile() {
    int start = in.position();
    int header = in.get(start) & 0xff;
    in.order(ByteOrder.LITTLE_ENDIAN);
    int end = start + header + in.getInt(start + 4);
    in.position(start + header);
    definitions = new FitMessage.Definition[16];
    developerBytes = new int[16];
    time = -1;
    while (in.position() < end) {
      readMessage(in.get() & 0xff);
    }
    if (in.position() != end) {
      throw new UnsupportedFileException("a FIT message runs past the end of its file");
    }
    in.position(end + 2);
  }

  private void readMessage(int header) {
    if ((header & COMPRESSED) != 0) {
      if (time < 0) {
        throw new UnsupportedFileException(
            "a compressed FIT timestamp precedes the first full timestamp");
      }
      int offset = header & 0x1f;
      time += offset - (time & 0x1f) & 0x1f;
      readData(header >> 5 & 0x3, time);
    } else if ((header & DEFINITION) != 0) {
      readDefinition(header & 0xf, (header & DEVELOPER) != 0);
    } else {
      readData(header & 0xf, -1);
    }
  }

  private void readDefinition(int local, boolean developer) {
    in.get();
    int order = in.get();
    if (order != 0 && order != 1) {
      throw new UnsupportedFileException("a FIT definition has no known byte order");
    }
    ByteOrder bytes = order == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    int number = in.order(bytes).getShort() & 0xffff;
    int n = in.get() & 0xff;
    int[] fields = new int[n];
    int[] sizes = new int[n];
    int[] types = new int[n];
    int size = 0;
    for (int i = 0; i < n; i++) {
      fields[i] = in.get() & 0xff;
      sizes[i] = in.get() & 0xff;
      types[i] = in.get() & 0xff;
      size += sizes[i];
    }
    int skipped = 0;
    if (developer) {
      int more = in.get() & 0xff;
      for (int i = 0; i < more; i++) {
        in.get();
        skipped += in.get() & 0xff;
        in.get();
      }
    }
    definitions[local] = new FitMessage.Definition(number, bytes, fields, sizes, types, size);
    developerBytes[local] = skipped;
  }

  private void readData(int local, long compressedTime) {
    FitMessage.Definition definition = definitions[local];
    if (definition == null) {
      throw new UnsupportedFileException("a FIT message precedes its definition");
    }
    int from = in.position();
    int next = from + definition.size() + developerBytes[local];
    if (next > in.limit()) {
      throw new UnsupportedFileException("a FIT message runs past the end of its file");
    }
    message.set(definition, in, from, compressedTime);
    Long own = message.timestamp();
    if (own != null) {
      time = own;
    }
    consumer.accept(message);
    in.position(next);
  }
}
