package io.tributary.pull;

import java.time.Duration;

/** No leave to call came in time, or the pull has to stop: the work goes back to its queue. */
final class PermitDenied extends RuntimeException {
  /** Who has to wait. */
  enum Whose {
    /** Everybody of the application. */
    APP,
    /** This user alone. */
    USER,
    /** Everybody on this node: another one gives leave, and there is no way to ask it. */
    NODE,
    /** Nobody: the work was told to stop. */
    NONE
  }

  private final transient Duration wait;
  private final Whose whose;

  PermitDenied(Duration wait, Whose whose) {
    super("no leave to call", null, false, false);
    this.wait = wait;
    this.whose = whose;
  }

  /** The work was told to stop. */
  static PermitDenied stopped() {
    return new PermitDenied(Duration.ZERO, Whose.NONE);
  }

  /** When it is worth asking again. */
  Duration waitFor() {
    return wait;
  }

  Whose whose() {
    return whose;
  }
}
