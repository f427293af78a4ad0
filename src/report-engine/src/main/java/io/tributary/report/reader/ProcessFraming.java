package io.tributary.report.reader;

import io.tributary.report.page.RawReport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Framing of messages between a reader process and its parent: a length of four bytes, then JSON.
 */
final class ProcessFraming {
  /**
   * Maximum message size: several times the size of a report with {@link RawReport#MAX_ROWS} rows.
   */
  static final int MAX_MESSAGE_BYTES = 16 << 20;

  private ProcessFraming() {}

  static void write(DataOutputStream out, byte[] message) throws IOException {
    byte[] frame = new byte[Integer.BYTES + message.length];
    ByteBuffer.wrap(frame).putInt(message.length).put(message);
    out.write(frame);
    out.flush();
  }

  /** Returns the next message; throws {@link EOFException} if the peer has exited. */
  static byte[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MAX_MESSAGE_BYTES) {
      throw new IOException("no message");
    }
    return in.readNBytes(length);
  }
}
