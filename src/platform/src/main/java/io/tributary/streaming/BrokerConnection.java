package io.tributary.streaming;

import io.tributary.core.Tenant;
import io.tributary.delivery.Delivery;
import io.vertx.core.Future;

/** Connection to the broker of one destination. Thread-safe; no method blocks. */
interface BrokerConnection {
  /**
   * Publishes a message.
   *
   * <p>Succeeds once the broker has confirmed the message, and fails with a {@link
   * PublishException}. It may never complete. The future completes on any thread.
   */
  Future<Void> publish(Tenant tenant, Delivery delivery);

  /** Returns whether the connection can still publish. */
  boolean isOpen();

  /**
   * Returns the {@link System#nanoTime} at which the broker last confirmed or rejected a message,
   * or at which the connection opened.
   */
  long lastResponseAt();

  /** Closes the connection; messages in flight fail. */
  void close();
}
