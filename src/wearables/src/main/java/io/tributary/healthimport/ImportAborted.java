package io.tributary.healthimport;

/** Signals that a run must stop without having failed. */
final class ImportAborted extends RuntimeException {
  /** Reason for stopping. */
  enum AbortReason {
    /** Canceled, claimed by another run, or erased with its user. */
    LOST,
    /** The user has been deleted. */
    USER_GONE,
    /** The node is stopping. */
    STOPPING
  }

  private final AbortReason reason;

  ImportAborted(AbortReason why) {
    super(why.name(), null, false, false);
    this.reason = why;
  }

  AbortReason reason() {
    return reason;
  }
}
