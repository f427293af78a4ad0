package io.tributary.simulators.lab;

import io.vertx.core.Future;

/** Delivers results to one destination. */
interface ResultTransport {
  /** Acknowledgment of the receiver. */
  enum ResultAck {
    TAKEN,
    /** Error; the message must not be sent again. */
    WRONG,
    LATER
  }

  /**
   * Delivers a message. Fails without an acknowledgment, in which case the message is sent again.
   */
  Future<ResultAck> deliver(String controlId, byte[] message);

  Future<Void> close();
}
