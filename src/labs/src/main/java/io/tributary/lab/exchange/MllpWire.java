package io.tributary.lab.exchange;

import io.tributary.lab.wire.mllp.MllpClient;
import io.tributary.lab.wire.mllp.MllpClientOptions;
import io.tributary.lab.wire.mllp.MllpEvents;
import io.tributary.lab.wire.mllp.Receiver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** One lasting MLLP connection to a laboratory. */
final class MllpWire implements Wire {
  private static final long GRACE_MILLIS = 2_000;

  private final MllpClient client;

  /**
   * @param unasked takes what comes on this connection without being an answer
   */
  MllpWire(Vertx vertx, MllpClientOptions to, Receiver unasked, MllpEvents events) {
    client = new MllpClient(vertx, to, unasked, events);
  }

  @Override
  public void start() {
    client.start();
  }

  @Override
  public Future<Heard> send(String controlId, byte[] message) {
    return client.send(controlId, message).map(a -> Hl7Adapter.heard(a, new byte[0]));
  }

  @Override
  public boolean isConnected() {
    return client.isConnected();
  }

  @Override
  public Future<Void> close() {
    return client.close(GRACE_MILLIS);
  }
}
