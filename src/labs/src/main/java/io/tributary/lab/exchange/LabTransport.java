package io.tributary.lab.exchange;

import io.tributary.lab.exchange.LabMessageRepo.Kept;
import io.vertx.core.Future;

/** The way to one laboratory, held by the owner of its link: one message at a time. */
public interface LabTransport {
  /** Makes ready to send; sends nothing. */
  void start();

  /**
   * Sends a message that is stored already.
   *
   * @return what the laboratory said; fails when it said nothing, and then the same message is sent
   *     again
   */
  Future<LabAck> send(String controlId, byte[] message);

  /** The same of a message as it is kept. */
  default Future<LabAck> send(Kept message) {
    return send(message.controlId(), message.body());
  }

  /** Whether the laboratory can be reached, as far as is known. */
  boolean isConnected();

  /** Ends; a message under way may still be answered for a while. */
  Future<Void> close();
}
