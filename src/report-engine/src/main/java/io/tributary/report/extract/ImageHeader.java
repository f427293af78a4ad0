package io.tributary.report.extract;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Orientation and pixel shape from the header of an image file.
 *
 * @param orientation EXIF orientation, 1 to 8; 1 is upright
 * @param stretch height of a pixel divided by its width; 2 for coarse faxes
 */
record ImageHeader(int orientation, double stretch) {
  private static final int MAX_HEADER_BYTES = 1 << 16;
  private static final int ORIENTATION = 0x0112;

  /** Reads the header. Returns upright and square if the file gives no or implausible values. */
  static ImageHeader read(Path file) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(4);
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return (head[0] & 0xff) == 0xff ? jpeg(in) : png(in);
    } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException e) {
      return new ImageHeader(1, 1);
    }
  }

  private static ImageHeader png(DataInputStream in) throws IOException {
    in.skipNBytes(8);
    while (true) {
      int length = in.readInt();
      int type = in.readInt();
      if (type == 0x70485973 && length == 9) {
        return new ImageHeader(1, stretch(in.readInt(), in.readInt()));
      }
      if (type == 0x49444154) {
        return new ImageHeader(1, 1);
      }
      in.skipNBytes(Integer.toUnsignedLong(length) + 4);
    }
  }

  /**
   * Returns the stretch for the given resolutions; only values that scanners and fax machines
   * produce are accepted.
   */
  private static double stretch(int across, int down) {
    double stretch = down > 0 ? (double) across / down : 1;
    return stretch >= 0.4 && stretch <= 2.5 ? stretch : 1;
  }

  private static ImageHeader jpeg(DataInputStream in) throws IOException {
    in.skipNBytes(2);
    double stretch = 1;
    int orientation = 1;
    while (in.readUnsignedByte() == 0xff) {
      int marker = in.readUnsignedByte();
      int length = in.readUnsignedShort() - 2;
      if (marker == 0xda || length < 0) {
        break;
      }
      byte[] segment = new byte[Math.min(length, MAX_HEADER_BYTES)];
      in.readFully(segment);
      ByteBuffer data = ByteBuffer.wrap(segment);
      if (marker == 0xe0 && length >= 12 && segment[0] == 'J' && segment[7] > 0) {
        stretch = stretch(data.getShort(8) & 0xffff, data.getShort(10) & 0xffff);
      } else if (marker == 0xe1 && length > 14 && segment[0] == 'E' && segment[1] == 'x') {
        orientation = exif(data.slice(6, length - 6));
      }
    }
    return new ImageHeader(orientation, stretch);
  }

  private static int exif(ByteBuffer tiff) {
    tiff.order(tiff.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int at = tiff.getInt(4);
    int entries = tiff.getShort(at) & 0xffff;
    for (int i = 0; i < entries; i++) {
      int entry = at + 2 + 12 * i;
      if ((tiff.getShort(entry) & 0xffff) == ORIENTATION) {
        int value = tiff.getShort(entry + 8);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }
}
