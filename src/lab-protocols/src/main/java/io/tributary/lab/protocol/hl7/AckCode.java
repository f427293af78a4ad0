package io.tributary.lab.protocol.hl7;

/** The first field of MSA: what became of a message. */
public enum AckCode {
  /** Application accept. */
  AA,
  /** Application error: the content is wrong. */
  AE,
  /** Application reject. */
  AR,
  /** Commit accept: stored, the application has not spoken. */
  CA,
  /** Commit error. */
  CE,
  /** Commit reject. */
  CR;

  /** Whether this is the answer of the transport, before the application's. */
  public boolean isCommit() {
    return this == CA || this == CE || this == CR;
  }

  public boolean isAccept() {
    return this == AA || this == CA;
  }

  /** The same judgement as an answer of the transport. */
  AckCode asCommit() {
    return switch (this) {
      case AA, CA -> CA;
      case AE, CE -> CE;
      case AR, CR -> CR;
    };
  }
}
