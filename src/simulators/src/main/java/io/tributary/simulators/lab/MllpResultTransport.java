package io.tributary.simulators.lab;

import io.tributary.lab.protocol.mllp.MllpClient;
import io.tributary.lab.protocol.mllp.MllpClientOptions;
import io.tributary.lab.protocol.mllp.MllpEvents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** Sends results as HL7 v2 over one persistent MLLP connection. */
final class MllpResultTransport implements ResultTransport {
  private final MllpClient client;

  MllpResultTransport(Vertx vertx, String host, int port) {
    MllpClientOptions to =
        MllpClientOptions.of(host, port, Optional.empty())
            .withTimeouts(
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                Duration.ofSeconds(1));
    client =
        new MllpClient(
            vertx,
            to,
            unasked -> Future.failedFuture("unexpected message on the result connection"),
            MllpEvents.NONE);
    client.start();
  }

  @Override
  public Future<ResultAck> deliver(String controlId, byte[] message) {
    return client
        .send(controlId, message)
        .map(
            answer ->
                switch (answer.code()) {
                  case AA, CA -> ResultAck.TAKEN;
                  case AE, CE -> ResultAck.WRONG;
                  case AR, CR -> ResultAck.LATER;
                });
  }

  @Override
  public Future<Void> close() {
    return client.close(0);
  }
}
