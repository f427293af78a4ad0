package io.tributary.report.reader;

/** A child ended, or was ended, before it answered. Trying again may help. */
final class ReaderCrashed extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;

  enum Why {
    NOT_STARTED,
    DIED,
    TOO_LONG,
    TOO_LARGE,
    STOPPED,
    /** No reader took it in time. */
    BUSY
  }

  ReaderCrashed(Why why) {
    super("reader of reports: " + why);
    this.why = why;
  }

  Why why() {
    return why;
  }
}
