package io.tributary.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** What is left of the body of a request that has been refused. */
public final class BodyDrain {
  /** How much of a refused body is read, so that its sender gets to read the answer. */
  private static final long BYTES = 64L << 20;

  private static final Duration TIME = Duration.ofSeconds(10);

  private BodyDrain() {}

  /**
   * Reads on after a refusal, for a while: a connection that is closed under its sender loses the
   * answer too. Call it on the event loop of the request.
   */
  public static void drain(Vertx vertx, HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long[] read = new long[1];
    long timer = vertx.setTimer(TIME.toMillis(), t -> request.connection().close());
    request.exceptionHandler(e -> vertx.cancelTimer(timer));
    request.endHandler(v -> vertx.cancelTimer(timer));
    request.handler(
        b -> {
          read[0] += b.length();
          if (read[0] > BYTES) {
            request.connection().close();
          }
        });
    request.resume();
  }
}
