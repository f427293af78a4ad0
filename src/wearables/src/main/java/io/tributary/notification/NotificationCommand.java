package io.tributary.notification;

import io.tributary.bus.BusMessage;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** Commands for incoming provider notifications. They never leave the node. */
sealed interface NotificationCommand extends BusMessage.Local {
  /** Checks that the address exists. Fails with 404 when it does not. */
  record CheckAddress(String provider, String secret) implements NotificationCommand {
    @Override
    public String toString() {
      return "Known[" + provider + ", ***]";
    }
  }

  /**
   * Verifies, parses and stores a request from a provider. Replies with {@link PushResponse} or
   * fails with 404.
   */
  record Receive(
      String provider, String secret, String method, MultiMap headers, MultiMap query, Buffer body)
      implements NotificationCommand {
    @Override
    public String toString() {
      return "Receive[" + provider + ", ***]";
    }
  }

  /**
   * Response to the provider.
   *
   * @param body empty for none
   */
  record PushResponse(int status, String contentType, String body) implements BusMessage.Local {}
}
