package io.tributary.tools.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * HTTP client that keeps a fixed number of requests in flight, each on its own kept-alive
 * connection.
 */
final class HttpLoad implements AutoCloseable {
  private final Vertx vertx;
  private final HttpClientAgent client;
  private final int atOnce;

  HttpLoad(Vertx vertx, int atOnce) {
    this.vertx = vertx;
    this.atOnce = atOnce;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true), new PoolOptions().setHttp1MaxSize(atOnce));
  }

  /**
   * Sends GETs for the given time; returns responses per second.
   *
   * @param uri the path of the n-th request
   */
  double gets(int port, String header, String value, long millis, Function<Long, String> uri) {
    long start = System.nanoTime();
    long until = start + millis * 1_000_000;
    AtomicLong sent = new AtomicLong();
    AtomicLong answered = new AtomicLong();
    drive(
        () ->
            System.nanoTime() > until
                ? null
                : get(port, header, value, uri.apply(sent.getAndIncrement()))
                    .onSuccess(body -> answered.incrementAndGet()));
    return InterleavedRuns.rate(answered.get(), start);
  }

  /** Sends the given number of GETs. */
  void getsOf(int count, int port, String header, String value, Function<Long, String> uri) {
    AtomicLong sent = new AtomicLong();
    drive(
        () -> {
          long n = sent.getAndIncrement();
          return n >= count ? null : get(port, header, value, uri.apply(n));
        });
  }

  private Future<Buffer> get(int port, String header, String value, String uri) {
    return client
        .request(
            new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(uri)
                .putHeader(header, value))
        .compose(r -> r.send())
        .compose(
            r ->
                r.statusCode() == 200 ? r.body() : Future.failedFuture("status " + r.statusCode()));
  }

  /** Sends the given number of POSTs; returns responses per second. */
  double posts(Supplier<RequestOptions> post, byte[] body, int count) {
    long start = System.nanoTime();
    AtomicInteger left = new AtomicInteger(count);
    var buffer = Buffer.buffer(body);
    drive(
        () ->
            left.getAndDecrement() <= 0
                ? null
                : client
                    .request(post.get())
                    .compose(r -> r.send(buffer.copy()))
                    .compose(
                        r ->
                            r.statusCode() == 204
                                ? r.end()
                                : Future.failedFuture("status " + r.statusCode())));
    return InterleavedRuns.rate(count, start);
  }

  /** Sends the next request; returns null if there is none. */
  private interface Next {
    Future<?> send();
  }

  private void drive(Next next) {
    var context = vertx.getOrCreateContext();
    java.util.List<Future<Void>> lanes = new java.util.ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      Promise<Void> lane = Promise.promise();
      context.runOnContext(v -> step(next, lane));
      lanes.add(lane.future());
    }
    Future.all(lanes).await();
  }

  private void step(Next next, Promise<Void> lane) {
    Future<?> sent = next.send();
    if (sent == null) {
      lane.complete();
    } else {
      sent.onComplete(ok -> step(next, lane), lane::fail);
    }
  }

  @Override
  public void close() {
    client.close().await();
  }
}
