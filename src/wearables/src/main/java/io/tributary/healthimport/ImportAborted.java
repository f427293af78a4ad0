package io.tributary.healthimport;

/** Signals that a run must stop without having failed. */
final class ImportAborted extends RuntimeException {
  /** Reason for stopping. */
  enum Why {
    /** Canceled, claimed by another run, or erased with its user. */
    LOST,
    /** The user has been deleted. */
    USER_GONE,
    /** The node is stopping. */
    STOPPING
  }

  private final Why why;

  ImportAborted(Why why) {
    super(why.name(), null, false, false);
    this.why = why;
  }

  Why why() {
    return why;
  }
}
