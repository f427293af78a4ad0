package io.tributary.report.page;

/** Thrown if a report cannot be parsed and a retry would not help. */
public final class ReportUnreadable extends Exception {
  private static final long serialVersionUID = 1;

  private final ParseFailure failure;

  public ReportUnreadable(ParseFailure failure) {
    super(failure.wireName());
    this.failure = failure;
  }

  public ParseFailure failure() {
    return failure;
  }
}
