package io.tributary.delivery;

import io.vertx.core.Future;

/** Sends messages to destinations of one kind. Serves the event loops of all shards. */
public interface Transport {
  /**
   * Makes one attempt, which succeeds once the destination has acknowledged the message. The future
   * never fails, completes on the caller's context and within the attempt timeout.
   */
  Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery);

  /** Closes all connections. */
  Future<Void> close();
}
