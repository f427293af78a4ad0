package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.AckPolicy.Next;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * A person tells the laboratory: each message waits, as one that the laboratory has and has not
 * answered, until it is said to be done. It is overdue when nobody does.
 */
final class ManualTransport implements LabTransport {
  @Override
  public void start() {
    // Nothing is open.
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return Future.succeededFuture(
        new LabAck(Next.AWAIT_APPLICATION, false, "", Optional.empty(), "", new byte[0]));
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
