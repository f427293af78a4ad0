package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/** Outgoing gateway for patient messages. Implementations may block a virtual thread. */
interface NoticeGateway {
  /**
   * Delivers a message. The same ID may be delivered twice after a crash.
   *
   * @param notice message in the form that src/docs/labs.md describes; personal data
   * @throws RuntimeException when delivery failed and must be retried; its message contains no
   *     personal data
   */
  void send(UUID id, ObjectNode notice);
}
