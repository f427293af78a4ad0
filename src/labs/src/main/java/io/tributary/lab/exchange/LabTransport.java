package io.tributary.lab.exchange;

import io.tributary.lab.exchange.LabMessageRepo.StoredMessage;
import io.vertx.core.Future;

/** Connection to one laboratory, held by the owner of its link. Sends one message at a time. */
public interface LabTransport {
  /** Prepares the connection; sends nothing. */
  void start();

  /**
   * Sends a message that is stored already.
   *
   * @return the laboratory's answer; fails when there is none, in which case the same message is
   *     sent again
   */
  Future<LabAck> send(String controlId, byte[] message);

  default Future<LabAck> send(StoredMessage message) {
    return send(message.controlId(), message.body());
  }

  /** Returns whether the laboratory is reachable, as far as known. */
  boolean isConnected();

  /** Closes the connection; a message in flight may still be answered for a while. */
  Future<Void> close();
}
