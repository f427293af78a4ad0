package io.tributary.report.page;

/** Nothing can be read from a report, and trying again would not help. */
public final class ReportUnreadable extends Exception {
  private static final long serialVersionUID = 1;

  private final ParseFailure failure;

  public ReportUnreadable(ParseFailure failure) {
    super(failure.wire());
    this.failure = failure;
  }

  public ParseFailure failure() {
    return failure;
  }
}
