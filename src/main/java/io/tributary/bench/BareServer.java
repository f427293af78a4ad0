package io.tributary.bench;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** Sends bytes that are there already: no database, no JSON. */
final class BareServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final int port = freePort();

  /** {@code /big} and {@code /small} answer these. */
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
                        .listen(port, "127.0.0.1");
                  }
                },
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .await();
  }

  int port() {
    return port;
  }

  static int freePort() {
    try (ServerSocket s = new ServerSocket(0)) {
      return s.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
