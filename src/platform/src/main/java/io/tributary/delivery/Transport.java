package io.tributary.delivery;

import io.vertx.core.Future;

/** Brings messages to the destinations of one kind. Serves the event loops of all shards. */
public interface Transport {
  /**
   * One attempt, which counts as delivered once the other side has said that it has the message.
   * The future never fails, completes on the caller's context, and in no more than the time limit
   * of an attempt.
   */
  Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery);

  /** Lets go of every connection. */
  Future<Void> close();
}
