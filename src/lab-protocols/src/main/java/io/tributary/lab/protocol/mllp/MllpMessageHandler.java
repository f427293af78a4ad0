package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.MessageHeader;
import io.vertx.core.Future;

/** Takes what laboratories send. */
@FunctionalInterface
public interface MllpMessageHandler {
  /**
   * One message as it came.
   *
   * @param bytes without the marks of the frame; not changed by anybody any more
   * @param peer the address it came from
   */
  record Inbound(MessageHeader header, byte[] bytes, String peer) {}

  /**
   * Stores a message, and completes when it will not be lost any more: the sender hears of it then
   * and forgets the message. The same message may come again when the answer was lost on its way.
   *
   * @return what the sender is told. When it fails with an {@link
   *     io.tributary.lab.protocol.hl7.Hl7Fault} the sender is told that one; any other failure, or
   *     none in time, asks the sender to repeat
   */
  Future<Verdict> receive(Inbound message);
}
