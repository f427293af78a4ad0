package io.tributary.simulators.lab;

import io.vertx.core.Future;

/** Brings results to one address. */
interface ResultTransport {
  /** What is said there. */
  enum Said {
    TAKEN,
    /** Not to be sent again. */
    WRONG,
    LATER
  }

  /** Fails when nothing was said; then it is brought again. */
  Future<Said> bring(String controlId, byte[] message);

  Future<Void> close();
}
