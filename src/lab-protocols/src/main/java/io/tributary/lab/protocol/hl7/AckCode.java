package io.tributary.lab.protocol.hl7;

/** Acknowledgment code (MSA-1). */
public enum AckCode {
  AA,
  /** Application error: the content is invalid. */
  AE,
  AR,
  /** Commit accept: the message is stored; the application acknowledgment follows later. */
  CA,
  CE,
  CR;

  /**
   * Returns whether this is a commit acknowledgment, sent by the transport before the application
   * responds.
   */
  public boolean isCommit() {
    return this == CA || this == CE || this == CR;
  }

  public boolean isAccept() {
    return this == AA || this == CA;
  }

  /** Returns the corresponding commit code. */
  AckCode asCommit() {
    return switch (this) {
      case AA, CA -> CA;
      case AE, CE -> CE;
      case AR, CR -> CR;
    };
  }
}
