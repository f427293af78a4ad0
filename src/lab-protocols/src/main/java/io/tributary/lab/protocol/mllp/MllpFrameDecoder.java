package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the byte stream of one connection into MLLP frames: vertical tab, message, file separator,
 * carriage return. Handles partial and coalesced frames. Not thread-safe.
 */
public final class MllpFrameDecoder {
  static final byte START = 0x0B;
  static final byte END = 0x1C;
  static final byte CARRIAGE_RETURN = 0x0D;
  private static final byte LINE_FEED = 0x0A;

  private enum FrameState {
    OUTSIDE,
    INSIDE,
    AFTER_END
  }

  private final int maxMessageBytes;
  private final int maxNoiseBytes;
  private FrameState state = FrameState.OUTSIDE;
  private Buffer message = Buffer.buffer();
  private long noiseBytes;
  private long noiseSinceMessage;
  private long abandonedFrames;

  /**
   * @param maxMessageBytes maximum size of a message in bytes
   * @param maxNoiseBytes maximum number of bytes between frames before the connection is considered
   *     broken
   */
  public MllpFrameDecoder(int maxMessage, int maxNoise) {
    if (maxMessage < 1 || maxNoise < 0) {
      throw new IllegalArgumentException("frame limits are out of range");
    }
    this.maxMessageBytes = maxMessage;
    this.maxNoiseBytes = maxNoise;
  }

  /**
   * Frames a message.
   *
   * @throws IllegalArgumentException if the message contains a start or end byte, at which the
   *     receiver would split it
   */
  public static Buffer frame(byte[] message) {
    for (byte b : message) {
      if (b == START || b == END) {
        throw new IllegalArgumentException("a message must not contain MLLP start or end bytes");
      }
    }
    return Buffer.buffer(message.length + 3)
        .appendByte(START)
        .appendBytes(message)
        .appendByte(END)
        .appendByte(CARRIAGE_RETURN);
  }

  /**
   * Returns the messages that end in this chunk, in order; omits empty frames.
   *
   * @throws MllpFault if a limit is exceeded; the connection is then unusable
   */
  public List<byte[]> read(Buffer chunk) {
    List<byte[]> out = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < chunk.length(); i++) {
      byte b = chunk.getByte(i);
      switch (state) {
        case OUTSIDE -> from = outside(b, i, from);
        case INSIDE -> {
          if (b == END) {
            append(chunk, from, i);
            state = FrameState.AFTER_END;
          } else if (b == START) {
            // A message cannot contain this byte, so the sender abandoned the previous frame.
            abandonedFrames++;
            beginFrame();
            from = i + 1;
          }
        }
        case AFTER_END -> {
          if (b == CARRIAGE_RETURN) {
            finishFrame(out);
          } else if (b == START) {
            // Some senders omit the final carriage return.
            finishFrame(out);
            beginFrame();
            from = i + 1;
          } else {
            throw new MllpFault(
                Kind.NOISE, "the end of a frame is not followed by a carriage return");
          }
        }
      }
    }
    if (state == FrameState.INSIDE) {
      append(chunk, from, chunk.length());
    }
    return out;
  }

  private int outside(byte b, int at, int from) {
    if (b == START) {
      beginFrame();
      return at + 1;
    }
    noiseBytes++;
    // Many senders send line breaks between frames.
    if (b != CARRIAGE_RETURN && b != LINE_FEED && ++noiseSinceMessage > maxNoiseBytes) {
      throw new MllpFault(Kind.NOISE, "too many bytes between frames");
    }
    return from;
  }

  private void beginFrame() {
    message = Buffer.buffer();
    state = FrameState.INSIDE;
  }

  private void append(Buffer chunk, int from, int to) {
    if ((long) message.length() + (to - from) > maxMessageBytes) {
      throw new MllpFault(
          Kind.TOO_LARGE, "the message is larger than " + maxMessageBytes + " bytes");
    }
    message.appendBuffer(chunk, from, to - from);
  }

  private void finishFrame(List<byte[]> out) {
    state = FrameState.OUTSIDE;
    noiseSinceMessage = 0;
    if (message.length() > 0) {
      out.add(message.getBytes());
    }
    message = Buffer.buffer();
  }

  /** Returns whether a frame is incomplete. */
  public boolean hasOpenFrame() {
    return state != FrameState.OUTSIDE;
  }

  /** Returns the total number of bytes received outside of frames. */
  public long noiseBytes() {
    return noiseBytes;
  }

  /** Returns the total number of frames abandoned for a new one. */
  public long abandonedFrames() {
    return abandonedFrames;
  }
}
