package io.tributary.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** Reads and discards the remaining body of a rejected request. */
public final class BodyDrain {
  /**
   * Maximum number of bytes read of a rejected body, so that the client can receive the response.
   */
  private static final long MAX_BYTES = 64L << 20;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private BodyDrain() {}

  /**
   * Discards the remaining body, within limits on size and time. If the server closed the
   * connection while the client is still sending, the client would lose the response. Call it on
   * the event loop of the request.
   */
  public static void drain(Vertx vertx, HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    long[] read = new long[1];
    long timer = vertx.setTimer(TIMEOUT.toMillis(), t -> request.connection().close());
    request.exceptionHandler(e -> vertx.cancelTimer(timer));
    request.endHandler(v -> vertx.cancelTimer(timer));
    request.handler(
        b -> {
          read[0] += b.length();
          if (read[0] > MAX_BYTES) {
            request.connection().close();
          }
        });
    request.resume();
  }
}
