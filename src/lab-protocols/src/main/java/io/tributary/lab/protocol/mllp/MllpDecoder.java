package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.mllp.MllpFault.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the bytes of one connection into messages: a vertical tab, the message, a file separator and
 * a carriage return. Frames may come in pieces or several at once. Not thread-safe.
 */
public final class MllpDecoder {
  static final byte START = 0x0B;
  static final byte END = 0x1C;
  static final byte RETURN = 0x0D;
  private static final byte LINE_FEED = 0x0A;

  private enum Place {
    OUTSIDE,
    INSIDE,
    AFTER_END
  }

  private final int maxMessage;
  private final int maxNoise;
  private Place place = Place.OUTSIDE;
  private Buffer message = Buffer.buffer();
  private long noise;
  private long noiseSinceMessage;
  private long abandoned;

  /**
   * @param maxMessage bytes between the marks
   * @param maxNoise bytes outside of frames before the connection is given up
   */
  public MllpDecoder(int maxMessage, int maxNoise) {
    if (maxMessage < 1 || maxNoise < 0) {
      throw new IllegalArgumentException("bounds of a frame");
    }
    this.maxMessage = maxMessage;
    this.maxNoise = maxNoise;
  }

  /**
   * A message between its marks.
   *
   * @throws IllegalArgumentException when the message holds a mark: the receiver would cut it there
   */
  public static Buffer frame(byte[] message) {
    for (byte b : message) {
      if (b == START || b == END) {
        throw new IllegalArgumentException("a message holds no marks of frames");
      }
    }
    return Buffer.buffer(message.length + 3)
        .appendByte(START)
        .appendBytes(message)
        .appendByte(END)
        .appendByte(RETURN);
  }

  /**
   * The messages that end in this chunk, in their order; empty frames are left out.
   *
   * @throws MllpFault when a bound is passed; nothing can be read from the connection any more
   */
  public List<byte[]> read(Buffer chunk) {
    List<byte[]> out = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < chunk.length(); i++) {
      byte b = chunk.getByte(i);
      switch (place) {
        case OUTSIDE -> from = outside(b, i, from);
        case INSIDE -> {
          if (b == END) {
            append(chunk, from, i);
            place = Place.AFTER_END;
          } else if (b == START) {
            // No message holds this byte: the sender gave the last one up and starts again.
            abandoned++;
            begin();
            from = i + 1;
          }
        }
        case AFTER_END -> {
          if (b == RETURN) {
            finish(out);
          } else if (b == START) {
            // Some senders leave the last byte out.
            finish(out);
            begin();
            from = i + 1;
          } else {
            throw new MllpFault(Kind.NOISE, "the end of a frame is not followed by a return");
          }
        }
      }
    }
    if (place == Place.INSIDE) {
      append(chunk, from, chunk.length());
    }
    return out;
  }

  private int outside(byte b, int at, int from) {
    if (b == START) {
      begin();
      return at + 1;
    }
    noise++;
    // Line ends between frames are a habit of many senders.
    if (b != RETURN && b != LINE_FEED && ++noiseSinceMessage > maxNoise) {
      throw new MllpFault(Kind.NOISE, "too many bytes outside of frames");
    }
    return from;
  }

  private void begin() {
    message = Buffer.buffer();
    place = Place.INSIDE;
  }

  private void append(Buffer chunk, int from, int to) {
    if ((long) message.length() + (to - from) > maxMessage) {
      throw new MllpFault(Kind.TOO_LARGE, "a message of more than " + maxMessage + " bytes");
    }
    message.appendBuffer(chunk, from, to - from);
  }

  private void finish(List<byte[]> out) {
    place = Place.OUTSIDE;
    noiseSinceMessage = 0;
    if (message.length() > 0) {
      out.add(message.getBytes());
    }
    message = Buffer.buffer();
  }

  /** Whether a frame has begun and not ended. */
  public boolean isOpen() {
    return place != Place.OUTSIDE;
  }

  /** Bytes outside of frames, ever. */
  public long noise() {
    return noise;
  }

  /** Frames that were begun and given up for another one, ever. */
  public long abandoned() {
    return abandoned;
  }
}
