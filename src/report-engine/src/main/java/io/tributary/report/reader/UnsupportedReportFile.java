package io.tributary.report.reader;

/** A file is refused where it comes in. */
public final class UnsupportedReportFile extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;

  /** What is wrong with it. */
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
