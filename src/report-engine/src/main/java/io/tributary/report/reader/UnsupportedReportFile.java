package io.tributary.report.reader;

/** Rejection of a file at upload. */
public final class UnsupportedReportFile extends Exception {
  private static final long serialVersionUID = 1;

  private final UnsupportedReason reason;

  /** Reason of the rejection. */
  public enum UnsupportedReason {
    UNREADABLE,
    ENCRYPTED,
    TOO_MANY_PAGES,
    UNDECODABLE
  }

  public UnsupportedReportFile(UnsupportedReason why) {
    super(why.name());
    this.reason = why;
  }

  public UnsupportedReason reason() {
    return reason;
  }
}
