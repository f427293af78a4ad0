package io.tributary.lab.protocol.mllp;

import java.util.Objects;

/** Why a message did not get through, or a connection was given up. */
public final class MllpFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong; decides whether the message may have arrived. */
  public enum Kind {
    /** The connection was not there in time: the message was not sent. */
    NOT_CONNECTED,
    /** More messages wait than may: this one was not taken. */
    FULL,
    /** The client was closed before the message was sent. */
    CLOSED,
    /** Sent, and the answer did not come in time: it may have arrived. */
    NO_ANSWER,
    /** The connection broke before the answer came: it may have arrived. */
    BROKEN,
    /** A message beyond the size that is accepted. */
    TOO_LARGE,
    /** Bytes that are no frame, more of them than is patiently skipped. */
    NOISE,
    /** A frame was begun and not ended in time. */
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

  /** Whether the other side may have the message: then it must be sent with the same id again. */
  public boolean mayHaveArrived() {
    return switch (kind) {
      case NO_ANSWER, BROKEN, TOO_LARGE, NOISE, SLOW -> true;
      case NOT_CONNECTED, FULL, CLOSED -> false;
    };
  }
}
