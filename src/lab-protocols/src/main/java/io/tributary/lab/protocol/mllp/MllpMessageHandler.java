package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.vertx.core.Future;

/** Handler of messages that laboratories send. */
@FunctionalInterface
public interface MllpMessageHandler {
  /**
   * Received message.
   *
   * @param bytes message without MLLP framing; never modified
   * @param peer address of the sender
   */
  record Inbound(MessageHeader header, byte[] bytes, String peer) {}

  /**
   * Stores a message and completes once it is durable, because the sender then discards its copy.
   * The same message may arrive again if the acknowledgment was lost.
   *
   * @return the outcome to acknowledge. A failure with an {@link
   *     io.tributary.lab.protocol.hl7.Hl7Fault} is acknowledged with that fault; after any other
   *     failure or a timeout, the acknowledgment requests a resend
   */
  Future<Verdict> receive(Inbound message);
}
