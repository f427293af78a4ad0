package io.tributary.report.reader;

import io.tributary.report.page.RawReport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Messages between a reader and who started it: a length of four bytes, then JSON. */
final class ProcessFraming {
  /** Several times what a report of {@link RawReport#MOST_ROWS} takes. */
  static final int LARGEST = 16 << 20;

  private ProcessFraming() {}

  static void write(DataOutputStream out, byte[] message) throws IOException {
    byte[] frame = new byte[Integer.BYTES + message.length];
    ByteBuffer.wrap(frame).putInt(message.length).put(message);
    out.write(frame);
    out.flush();
  }

  /** The next message; an {@link EOFException} when the other side is gone. */
  static byte[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LARGEST) {
      throw new IOException("no message");
    }
    return in.readNBytes(length);
  }
}
