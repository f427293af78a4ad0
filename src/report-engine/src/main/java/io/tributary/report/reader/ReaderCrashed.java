package io.tributary.report.reader;

/** Failure of a reader process before it replied. A retry may succeed. */
final class ReaderCrashed extends Exception {
  private static final long serialVersionUID = 1;

  private final CrashReason reason;

  enum CrashReason {
    NOT_STARTED,
    DIED,
    TOO_LONG,
    TOO_LARGE,
    STOPPED,
    /** No reader was free in time. */
    BUSY
  }

  ReaderCrashed(CrashReason why) {
    super("report reader process: " + why);
    this.reason = why;
  }

  CrashReason reason() {
    return reason;
  }
}
