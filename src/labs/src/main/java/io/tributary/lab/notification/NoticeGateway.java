package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/** Where notices leave the service. Implementations may block a virtual thread. */
interface NoticeGateway {
  /**
   * Hands a notice over. The same id may come twice, after a crash.
   *
   * @param notice in the form that src/docs/labs.md describes; personal
   * @throws RuntimeException when it was not taken, to be tried again; the message holds nothing
   *     personal
   */
  void send(UUID id, ObjectNode notice);
}
