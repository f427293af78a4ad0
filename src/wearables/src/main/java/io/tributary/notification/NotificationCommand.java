package io.tributary.notification;

import io.tributary.bus.BusMessage;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** Pushes as they come in. They never leave the node. */
sealed interface NotificationCommand extends BusMessage.Local {
  /** Asks whether the address is one of ours; a refusal of 404 when it is not. */
  record Known(String provider, String secret) implements NotificationCommand {
    @Override
    public String toString() {
      return "Known[" + provider + ", ***]";
    }
  }

  /** A push, to be proved, read and kept. Reply {@link Answered}, or a refusal of 404. */
  record Receive(
      String provider, String secret, String method, MultiMap headers, MultiMap query, Buffer body)
      implements NotificationCommand {
    @Override
    public String toString() {
      return "Receive[" + provider + ", ***]";
    }
  }

  /**
   * What the provider is told.
   *
   * @param body empty for none
   */
  record Answered(int status, String contentType, String body) implements BusMessage.Local {}
}
