package io.tributary.lab.exchange;

import io.tributary.lab.wire.hl7.AnswerRules.Next;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * A person tells the laboratory: each message waits, as one that the laboratory has and has not
 * answered, until it is said to be done. It is overdue when nobody does.
 */
final class ManualWire implements Wire {
  @Override
  public void start() {
    // Nothing is open.
  }

  @Override
  public Future<Heard> send(String controlId, byte[] message) {
    return Future.succeededFuture(
        new Heard(Next.AWAIT_APPLICATION, false, "", Optional.empty(), "", new byte[0]));
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
