package io.tributary.report.extract;

/** Thrown for a file that cannot or must not be opened. */
public final class UnreadableFile extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;

  /** Reason for the rejection. */
  public enum Why {
    /** File that is no PDF, or a PDF without pages. */
    UNREADABLE,
    /** Password-protected PDF. */
    ENCRYPTED,
    TOO_MANY_PAGES,
    /** Image that cannot be decoded or is larger than allowed. */
    UNDECODABLE
  }

  UnreadableFile(Why why) {
    super(why.name());
    this.why = why;
  }

  public Why reason() {
    return why;
  }
}
