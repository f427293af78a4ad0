package io.tributary.delivery;

import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all shards of a node send with: a transport for each kind of destination, and the node's
 * limit on attempts in flight.
 */
public final class Sender {
  private final Map<Kind, Transport> transports;
  private final int perNode;
  private final AtomicInteger inFlight = new AtomicInteger();

  public Sender(Map<Kind, Transport> transports, int perNode) {
    this.transports = Map.copyOf(transports);
    this.perNode = perNode;
  }

  int inFlight() {
    return inFlight.get();
  }

  /** Takes one of the node's slots; false when all are in use. */
  boolean take() {
    if (inFlight.incrementAndGet() <= perNode) {
      return true;
    }
    inFlight.decrementAndGet();
    return false;
  }

  void release() {
    inFlight.decrementAndGet();
  }

  /** One attempt; the future never fails and completes on the caller's context. */
  Future<Outcome> send(Target target, Delivery delivery) {
    return transports.get(target.kind()).send(target, delivery);
  }
}
