package io.tributary.report.extract;

/** A file that cannot be opened, or must not. */
public final class UnreadableFile extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;

  /** What is wrong with it. */
  public enum Why {
    /** No PDF, or none with pages. */
    UNREADABLE,
    /** A PDF that wants a password. */
    ENCRYPTED,
    TOO_MANY_PAGES,
    /** An image that is none, or is larger than allowed. */
    UNDECODABLE
  }

  UnreadableFile(Why why) {
    super(why.name());
    this.why = why;
  }

  public Why why() {
    return why;
  }
}
