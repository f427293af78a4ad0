package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import io.tributary.outbound.AddressGuard;
import io.tributary.outbound.Destination;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
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
 * One POST of one message: webhooks.md §8. One time limit covers lookup, connection, request and
 * response head; the head decides, the body is only kept. Lives on one event loop.
 */
final class Attempt {
  private static final CharSequence USER_AGENT =
      HttpHeaders.createOptimized("Tributary-Webhooks/1");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence IDENTITY = HttpHeaders.createOptimized("identity");
  private static final CharSequence ID = HttpHeaders.createOptimized("webhook-id");
  private static final CharSequence TIMESTAMP = HttpHeaders.createOptimized("webhook-timestamp");
  private static final CharSequence SIGNATURE = HttpHeaders.createOptimized("webhook-signature");
  private static final CharSequence OLD_ID = HttpHeaders.createOptimized("svix-id");
  private static final CharSequence OLD_TIMESTAMP = HttpHeaders.createOptimized("svix-timestamp");
  private static final CharSequence OLD_SIGNATURE = HttpHeaders.createOptimized("svix-signature");
  private static final byte[] NOTHING = new byte[0];

  private final Vertx vertx;
  private final HttpClient client;
  private final AddressGuard guard;
  private final ServiceConfig.Webhook settings;
  private final Target target;
  private final Delivery delivery;
  private final Promise<Outcome> done = Promise.promise();
  private final Instant startedAt = Instant.now();
  private final long began = System.nanoTime();
  private long timer;
  private boolean ended;
  private HttpClientRequest request;
  private HttpClientResponse response;
  private Buffer body;

  Attempt(
      Vertx vertx,
      HttpClient client,
      AddressGuard guard,
      ServiceConfig.Webhook settings,
      Target target,
      Delivery delivery) {
    this.vertx = vertx;
    this.client = client;
    this.guard = guard;
    this.settings = settings;
    this.target = target;
    this.delivery = delivery;
  }

  Future<Outcome> run() {
    if (target.destination().isEmpty()) {
      end(0, Optional.of(ErrorClass.BLOCKED_ADDRESS));
      return done.future();
    }
    Destination to = target.destination().get();
    timer = vertx.setTimer(settings.timeout().toMillis(), id -> timedOut());
    guard
        .address(to, target.tenant().sandbox())
        .onFailure(t -> end(0, Optional.of(ErrorClass.ofLookup(t))))
        .onSuccess(address -> connect(to, address));
    return done.future();
  }

  private void connect(Destination to, SocketAddress address) {
    if (ended) {
      return;
    }
    try {
      request(to, address);
    } catch (RuntimeException closed) {
      // A client that is closed throws; an attempt always ends with an outcome.
      broken(closed);
    }
  }

  private void request(Destination to, SocketAddress address) {
    client
        .request(
            new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(address)
                .setHost(to.host())
                .setPort(to.port())
                .setSsl(to.tls())
                .setURI(to.path())
                .setFollowRedirects(false)
                .setConnectTimeout(Math.max(1, left())))
        .onFailure(this::broken)
        .onSuccess(this::send);
  }

  private void send(HttpClientRequest ready) {
    if (ended) {
      ready.reset();
      return;
    }
    request = ready;
    fill(ready.headers());
    ready.send(delivery.body()).onFailure(this::broken).onSuccess(this::answered);
  }

  private void fill(MultiMap headers) {
    long now = Instant.now().getEpochSecond();
    String timestamp = Long.toString(now);
    String signature =
        Signer.signature(
            target.keysAt(Instant.ofEpochSecond(now)),
            delivery.messageId(),
            now,
            delivery.body().getBytes());
    headers
        .set(HttpHeaders.CONTENT_TYPE, JSON)
        .set(HttpHeaders.USER_AGENT, USER_AGENT)
        .set(HttpHeaders.ACCEPT_ENCODING, IDENTITY)
        .set(ID, delivery.messageId())
        .set(OLD_ID, delivery.messageId())
        .set(TIMESTAMP, timestamp)
        .set(OLD_TIMESTAMP, timestamp)
        .set(SIGNATURE, signature)
        .set(OLD_SIGNATURE, signature);
  }

  private void answered(HttpClientResponse r) {
    if (ended) {
      return;
    }
    response = r;
    r.exceptionHandler(t -> decided());
    r.endHandler(v -> decided());
    r.handler(this::keep);
  }

  /** What is beyond the limit is of no interest, so the connection goes rather than be drained. */
  private void keep(Buffer chunk) {
    if (ended) {
      return;
    }
    int room = settings.maxResponseBytes() - (body == null ? 0 : body.length());
    if (chunk.length() > room) {
      append(chunk.getBuffer(0, room));
      request.connection().close();
      decided();
    } else {
      append(chunk);
    }
  }

  private void append(Buffer chunk) {
    body =
        body == null ? Buffer.buffer(chunk.length()).appendBuffer(chunk) : body.appendBuffer(chunk);
  }

  private void timedOut() {
    if (response != null) {
      request.connection().close();
      decided();
      return;
    }
    end(0, Optional.of(ErrorClass.TIMEOUT));
    if (request != null) {
      request.reset();
    }
  }

  private void broken(Throwable t) {
    end(0, Optional.of(ErrorClass.of(t)));
  }

  private void decided() {
    int status = response.statusCode();
    end(
        status,
        status >= 200 && status < 300 ? Optional.empty() : Optional.of(ErrorClass.HTTP_STATUS));
  }

  private void end(int status, Optional<ErrorClass> error) {
    if (ended) {
      return;
    }
    ended = true;
    vertx.cancelTimer(timer);
    Optional<Duration> retryAfter =
        error.isPresent() && response != null
            ? Retry.parse(response.getHeader(HttpHeaders.RETRY_AFTER), Instant.now())
            : Optional.empty();
    done.complete(
        new Outcome(
            startedAt,
            Duration.ofNanos(System.nanoTime() - began),
            status,
            error,
            retryAfter,
            body == null ? NOTHING : body.getBytes()));
  }

  private long left() {
    return settings.timeout().minusNanos(System.nanoTime() - began).toMillis();
  }
}
