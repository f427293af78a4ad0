package io.tributary.tools.bench;

import io.tributary.core.PortReservation;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/** HTTP server that sends precomputed bytes, without a database or JSON. */
final class BareServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final PortReservation port = PortReservation.reserve();

  /** Responds with the first body to {@code /big} and with the second one to {@code /small}. */
  BareServer(byte[] big, byte[] small) {
    vertx
        .deployVerticle(
            () ->
                new VerticleBase() {
                  @Override
                  public Future<?> start() {
                    return vertx
                        .createHttpServer()
                        .requestHandler(
                            r ->
                                r.response()
                                    .end(Buffer.buffer(r.path().equals("/big") ? big : small)))
                        .listen(port.port(), "127.0.0.1");
                  }
                },
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .await();
  }

  int port() {
    return port.port();
  }

  @Override
  public void close() {
    vertx.close().await();
    port.close();
  }
}
