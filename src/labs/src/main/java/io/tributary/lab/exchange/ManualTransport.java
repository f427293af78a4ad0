package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Transport of a link without a connection: an operator passes each order on and reports the
 * outcome. A message waits like one without an answer and becomes overdue when no outcome is
 * reported.
 */
final class ManualTransport implements LabTransport {
  @Override
  public void start() {
    // There is no connection to close.
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return Future.succeededFuture(
        new LabAck(NextStep.AWAIT_APPLICATION, false, "", Optional.empty(), "", new byte[0]));
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
