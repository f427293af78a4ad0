package io.tributary.lab.protocol.mllp;

import java.util.Objects;

/** Failure to deliver a message or to keep a connection. */
public final class MllpFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Kind of failure; determines whether the message may have arrived. */
  public enum Kind {
    /** No connection was available in time; the message was not sent. */
    NOT_CONNECTED,
    /** The queue is full; the message was not accepted. */
    FULL,
    /** The client was closed before the message was sent. */
    CLOSED,
    /** The message was sent but not answered in time; it may have arrived. */
    NO_ANSWER,
    /** The connection broke before the response; the message may have arrived. */
    BROKEN,
    /** A message exceeds the maximum size. */
    TOO_LARGE,
    /** The peer sent too many bytes outside of frames. */
    NOISE,
    /** A frame was not completed in time. */
    SLOW
  }

  private final Kind kind;

  public MllpFault(Kind kind, String text) {
    super(text, null, false, false);
    this.kind = Objects.requireNonNull(kind);
  }

  public Kind kind() {
    return kind;
  }

  /**
   * Returns whether the peer may have received the message, in which case the caller must resend it
   * with the same control ID.
   */
  public boolean mayHaveArrived() {
    return switch (kind) {
      case NO_ANSWER, BROKEN, TOO_LARGE, NOISE, SLOW -> true;
      case NOT_CONNECTED, FULL, CLOSED -> false;
    };
  }
}
