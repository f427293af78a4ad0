package io.tributary.streaming;

import io.tributary.core.Tenant;
import io.tributary.delivery.Delivery;
import io.vertx.core.Future;

/** A connection to the broker of one destination. Safe for all threads; no call blocks. */
interface BrokerConnection {
  /**
   * One message. Succeeds once the broker has confirmed it, fails with a {@link PublishException};
   * may take for ever. Completes on any thread.
   */
  Future<Void> publish(Tenant tenant, Delivery delivery);

  /** Whether there is any use in publishing. */
  boolean open();

  /** When the broker last confirmed or refused a message, or opened; {@link System#nanoTime}. */
  long heardAt();

  /** Lets go of the connection; what is in flight fails. */
  void close();
}
