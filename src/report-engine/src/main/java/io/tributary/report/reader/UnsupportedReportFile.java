package io.tributary.report.reader;

/** Rejection of a file at upload. */
public final class UnsupportedReportFile extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;

  /** Reason of the rejection. */
  public enum Why {
    UNREADABLE,
    ENCRYPTED,
    TOO_MANY_PAGES,
    UNDECODABLE
  }

  public UnsupportedReportFile(Why why) {
    super(why.name());
    this.why = why;
  }

  public Why why() {
    return why;
  }
}
