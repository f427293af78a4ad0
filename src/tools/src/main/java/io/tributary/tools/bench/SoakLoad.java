package io.tributary.tools.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;

/** Persistent connections, each with a call at regular intervals. Used on one event loop only. */
final class SoakLoad implements AutoCloseable {
  /** Number of histogram buckets of 0.1 ms, up to 30 s. */
  private static final int HISTOGRAM_BUCKETS = 300_000;

  private final Vertx vertx;
  private final Context context;
  private final HttpClientAgent client;
  private final int port;
  private final Duration pause;
  private final LongFunction<Call> calls;
  private final int[] delays = new int[HISTOGRAM_BUCKETS + 1];
  private final Map<String, Integer> errors = new TreeMap<>();
  private long until;
  private long sent;
  private long answered;
  private int connected;

  /** Request; {@code body} may be null. */
  record Call(HttpMethod method, String path, String key, Buffer body) {}

  /** Result of a run; delays in milliseconds. */
  record Result(
      long answered,
      int connected,
      double perSecond,
      double p50,
      double p99,
      double max,
      Map<String, Integer> errors) {}

  /**
   * @param calls returns the n-th request
   */
  SoakLoad(Vertx vertx, int port, Duration pause, LongFunction<Call> calls) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.port = port;
    this.pause = pause;
    this.calls = calls;
    this.client = vertx.createHttpClient(new HttpClientOptions().setKeepAliveTimeout(0));
  }

  Result run(int connections, Duration time) {
    long start = System.nanoTime();
    until = start + time.toNanos();
    List<Future<Void>> lanes = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Promise<Void> lane = Promise.promise();
      lanes.add(lane.future());
      long first = 1 + pause.toMillis() * i / connections;
      context.runOnContext(v -> vertx.setTimer(first, id -> connect(lane)));
    }
    Future.all(lanes).await();
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Result(
        answered,
        connected,
        answered / seconds,
        percentile(0.50),
        percentile(0.99),
        percentile(1),
        errors);
  }

  private double percentile(double share) {
    long wanted = Math.max(1, (long) Math.ceil(answered * share));
    long seen = 0;
    for (int i = 0; i <= HISTOGRAM_BUCKETS; i++) {
      seen += delays[i];
      if (seen >= wanted) {
        return i / 10.0;
      }
    }
    return HISTOGRAM_BUCKETS / 10.0;
  }

  private void connect(Promise<Void> lane) {
    if (System.nanoTime() > until) {
      lane.complete();
      return;
    }
    client
        .connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port))
        .onSuccess(
            c -> {
              connected++;
              step(c, lane);
            })
        .onFailure(
            e -> {
              recordError("connect: " + e.getMessage());
              vertx.setTimer(pause.toMillis(), id -> connect(lane));
            });
  }

  private void step(HttpClientConnection c, Promise<Void> lane) {
    if (System.nanoTime() > until) {
      c.close();
      lane.complete();
      return;
    }
    Call call = calls.apply(sent++);
    long start = System.nanoTime();
    RequestOptions options =
        new RequestOptions()
            .setMethod(call.method())
            .setURI(call.path())
            .putHeader("host", "127.0.0.1")
            .putHeader("x-service-api-key", call.key())
            .putHeader("content-type", "application/json");
    c.request(options)
        .compose(r -> call.body() == null ? r.send() : r.send(call.body().copy()))
        .compose(
            r ->
                r.statusCode() / 100 == 2
                    ? r.end()
                    : r.body().compose(b -> Future.failedFuture(r.statusCode() + " " + b)))
        .onComplete(
            r -> {
              if (r.succeeded()) {
                answered++;
                delays[(int) Math.min(HISTOGRAM_BUCKETS, (System.nanoTime() - start) / 100_000)]++;
                // Adds jitter, so that the connections do not synchronize.
                long wait = pause.toMillis() * (75 + ThreadLocalRandom.current().nextInt(50)) / 100;
                vertx.setTimer(Math.max(1, wait), id -> step(c, lane));
              } else {
                recordError(call.method() + ": " + r.cause().getMessage());
                c.close();
                vertx.setTimer(pause.toMillis(), id -> connect(lane));
              }
            });
  }

  private void recordError(String why) {
    errors.merge(why, 1, Integer::sum);
  }

  @Override
  public void close() {
    client.close().await();
  }
}
