package io.tributary.healthimport;

/** The run has to stop without a failure of its own. */
final class ImportAborted extends RuntimeException {
  /** Why. */
  enum Why {
    /** Canceled, claimed by another run, or erased with its user. */
    LOST,
    /** The user is deleted. */
    USER_GONE,
    /** The node stops. */
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
