package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Single HTTP POST of one webhook message.
 *
 * <p>One timeout covers DNS lookup, connection, request and response head. The status code decides
 * the outcome; the body is only stored. Runs on one event loop.
 */
final class Attempt {
  private static final byte[] NO_BODY = new byte[0];

  private final Vertx vertx;
  private final HttpTransport.Clients clients;
  private final SsrfGuard guard;
  private final WebhookConfig settings;
  private final EndpointSnapshot target;
  private final Delivery delivery;
  private final Promise<AttemptOutcome> done = Promise.promise();
  private final Instant startedAt = Instant.now();
  private final long startedNanos = System.nanoTime();
  private long timer;
  private boolean ended;
  private boolean written;
  private HttpClientRequest request;
  private HttpClientResponse response;
  private Buffer body;

  Attempt(
      Vertx vertx,
      HttpTransport.Clients clients,
      SsrfGuard guard,
      WebhookConfig settings,
      EndpointSnapshot target,
      Delivery delivery) {
    this.vertx = vertx;
    this.clients = clients;
    this.guard = guard;
    this.settings = settings;
    this.target = target;
    this.delivery = delivery;
  }

  Future<AttemptOutcome> run() {
    if (target.destination().isEmpty()) {
      end(0, Optional.of(DeliveryError.BLOCKED_ADDRESS), true);
      return done.future();
    }
    TargetUrl to = target.destination().get();
    timer = vertx.setTimer(settings.timeout().toMillis(), id -> onTimeout());
    guard
        .resolve(to, target.tenant().sandbox())
        .onFailure(t -> end(0, Optional.of(DeliveryError.ofLookup(t)), true))
        .onSuccess(address -> connect(to, address));
    return done.future();
  }

  private void connect(TargetUrl to, SocketAddress address) {
    if (ended) {
      return;
    }
    try {
      clients
          .of(to.tls())
          .request(
              new RequestOptions()
                  .setMethod(HttpMethod.POST)
                  .setServer(address)
                  .setHost(to.host())
                  .setPort(to.port())
                  .setSsl(to.tls())
                  .setURI(to.path())
                  .setFollowRedirects(false))
          .onFailure(this::onFailure)
          .onSuccess(this::send);
    } catch (RuntimeException closed) {
      // A closed client throws. An attempt must still end with an outcome.
      onFailure(closed);
    }
  }

  private void send(HttpClientRequest ready) {
    ready.exceptionHandler(this::onFailure);
    if (ended) {
      ready.reset();
      return;
    }
    try {
      AttemptHeaders.fill(ready.headers(), target, delivery, Instant.now());
    } catch (IllegalArgumentException unsendable) {
      onFailure(unsendable);
      ready.reset();
      return;
    }
    request = ready;
    ready.response().onFailure(this::onFailure).onSuccess(this::onResponse);
    ready.end(delivery.body()).onFailure(this::onFailure).onSuccess(v -> written = true);
  }

  private void onResponse(HttpClientResponse r) {
    if (ended) {
      return;
    }
    response = r;
    r.exceptionHandler(t -> onStatus(false));
    r.endHandler(v -> onStatus(true));
    r.handler(this::appendBody);
  }

  /**
   * Appends a chunk to the stored body. Beyond the limit the connection is closed instead of
   * drained, because further data is not needed.
   */
  private void appendBody(Buffer chunk) {
    if (ended) {
      return;
    }
    int room = settings.maxResponseBytes() - (body == null ? 0 : body.length());
    if (chunk.length() > room) {
      append(chunk.getBuffer(0, room));
      onStatus(false);
    } else {
      append(chunk);
    }
  }

  private void append(Buffer chunk) {
    body =
        body == null ? Buffer.buffer(chunk.length()).appendBuffer(chunk) : body.appendBuffer(chunk);
  }

  private void onTimeout() {
    if (response == null) {
      end(0, Optional.of(DeliveryError.TIMEOUT), false);
    } else {
      onStatus(false);
    }
  }

  private void onFailure(Throwable t) {
    if (response == null) {
      end(0, Optional.of(DeliveryError.of(t)), false);
    } else {
      // The status code has already decided. That the endpoint did not read the remaining request
      // changes nothing.
      onStatus(false);
    }
  }

  /**
   * @param complete whether the response was read completely, so that the connection can be reused
   */
  private void onStatus(boolean complete) {
    int status = response.statusCode();
    // If the endpoint answered before it read the whole request, the unsent rest would block the
    // next request on the connection.
    end(
        status,
        status >= 200 && status < 300 ? Optional.empty() : Optional.of(DeliveryError.HTTP_STATUS),
        complete && written && status >= 200);
  }

  private void end(int status, Optional<DeliveryError> error, boolean reusable) {
    if (ended) {
      return;
    }
    ended = true;
    vertx.cancelTimer(timer);
    try {
      if (!reusable && request != null) {
        boolean silent = error.equals(Optional.of(DeliveryError.TIMEOUT));
        ConnectionCleanup.discard(vertx, request, silent, settings.timeout());
      }
    } finally {
      complete(status, error);
    }
  }

  private void complete(int status, Optional<DeliveryError> error) {
    Optional<Duration> retryAfter =
        error.isPresent() && response != null
            ? RetrySchedule.parseRetryAfter(
                response.getHeader(HttpHeaders.RETRY_AFTER), Instant.now())
            : Optional.empty();
    done.complete(
        new AttemptOutcome(
            startedAt,
            Duration.ofNanos(System.nanoTime() - startedNanos),
            status,
            error,
            retryAfter,
            body == null ? NO_BODY : body.getBytes()));
  }
}
