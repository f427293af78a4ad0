package io.tributary.tools.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/** Sends a number of requests with a fixed concurrency and records their durations. */
final class HttpDrive implements AutoCloseable {
  private final Context context;
  private final HttpClientAgent client;
  private final String header;
  private final String key;

  HttpDrive(Vertx vertx, int most, String key) {
    this(vertx, most, "x-service-api-key", key);
  }

  /**
   * @param header header that carries the key
   */
  HttpDrive(Vertx vertx, int most, String header, String key) {
    this.header = header;
    this.context = vertx.getOrCreateContext();
    this.key = key;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true), new PoolOptions().setHttp1MaxSize(most));
  }

  /**
   * Result of a run.
   *
   * @param nanos durations in ascending order
   */
  record Result(double perSecond, long[] nanos) {
    /** Returns the percentile in milliseconds. */
    double percentile(int p) {
      return nanos[Math.min(nanos.length - 1, nanos.length * p / 100)] / 1e6;
    }
  }

  /**
   * @param body body of the n-th request; null for none
   */
  Result run(
      int port,
      HttpMethod method,
      int atOnce,
      int count,
      LongFunction<String> path,
      LongFunction<Buffer> body) {
    long[] nanos = new long[count];
    int[] next = {0};
    long start = System.nanoTime();
    List<Future<Void>> lanes = new ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      Promise<Void> lane = Promise.promise();
      lanes.add(lane.future());
      context.runOnContext(v -> step(port, method, count, path, body, nanos, next, lane));
    }
    Future.all(lanes).await();
    double rate = InterleavedRuns.rate(count, start);
    Arrays.sort(nanos);
    return new Result(rate, nanos);
  }

  private void step(
      int port,
      HttpMethod method,
      int count,
      LongFunction<String> path,
      LongFunction<Buffer> body,
      long[] nanos,
      int[] next,
      Promise<Void> lane) {
    int n = next[0]++;
    if (n >= count) {
      lane.complete();
      return;
    }
    long start = System.nanoTime();
    client
        .request(
            new RequestOptions()
                .setMethod(method)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(path.apply(n))
                .putHeader(header, key)
                .putHeader("content-type", "application/json"))
        .compose(r -> method == HttpMethod.GET ? r.send() : r.send(body.apply(n)))
        .compose(
            r ->
                r.statusCode() == 200
                    ? r.end()
                    : r.body().compose(b -> Future.failedFuture(r.statusCode() + " " + b)))
        .onComplete(
            ok -> {
              nanos[n] = System.nanoTime() - start;
              step(port, method, count, path, body, nanos, next, lane);
            },
            lane::fail);
  }

  @Override
  public void close() {
    client.close().await();
  }
}
