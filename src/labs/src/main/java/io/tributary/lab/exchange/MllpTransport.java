package io.tributary.lab.exchange;

import io.tributary.lab.protocol.mllp.MllpClient;
import io.tributary.lab.protocol.mllp.MllpClientOptions;
import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpMessageHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Persistent MLLP connection to a laboratory. */
final class MllpTransport implements LabTransport {
  private static final long GRACE_MILLIS = 2_000;

  private final MllpClient client;

  /**
   * @param unasked handler of messages on this connection that are not answers
   */
  MllpTransport(Vertx vertx, MllpClientOptions to, MllpMessageHandler unasked, MllpEvents events) {
    client = new MllpClient(vertx, to, unasked, events);
  }

  @Override
  public void start() {
    client.start();
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return client.send(controlId, message).map(a -> Hl7Adapter.toAck(a, new byte[0]));
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
