package io.tributary.bench;

import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.kernel.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Deliveries that are committed at once to one endpoint, until the last has arrived; beside it bare
 * POSTs of such a body, already signed, with the same number in flight.
 */
final class WebhookBench implements AutoCloseable {
  private static final int COUNT = 2000;
  private static final int SLICE = 100;
  private static final int SAMPLES = 12;
  private static final long PATIENCE_SECONDS = 120;

  private final Ground ground;
  private final Outbox outbox = new Outbox();
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(1));
  private final HttpServer receiver;
  private final HttpLoad load;
  private final UUID user = UUID.randomUUID();
  private volatile int left;
  private volatile Promise<Void> all = Promise.promise();
  private volatile MultiMap headers;
  private volatile byte[] body;

  WebhookBench(Ground ground) {
    this.ground = ground;
    this.load = new HttpLoad(vertx, ground.config().webhook().perEndpoint());
    this.receiver =
        vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1").await();
    ground.call(
        "POST",
        "/v1/org/%s/team/%s/sandbox/webhook"
            .formatted(ground.node().first().org(), ground.node().first().team()),
        Json.object().put("url", "http://127.0.0.1:" + receiver.actualPort() + "/hook"));
  }

  void measure(Rounds rounds) {
    rounds.compare("webhook deliveries/s", this::ours, this::bare);
  }

  /** Runs on one event loop of the receiver, so the count needs no lock. */
  private void take(HttpServerRequest request) {
    if (body == null) {
      request
          .body()
          .onSuccess(
              b -> {
                headers = MultiMap.caseInsensitiveMultiMap().addAll(request.headers());
                body = b.getBytes();
                answer(request);
              });
    } else {
      request.body().onSuccess((Buffer b) -> answer(request));
    }
  }

  private void answer(HttpServerRequest request) {
    request.response().setStatusCode(204).end();
    if (--left == 0) {
      all.tryComplete();
    }
  }

  private double ours() {
    var samples = Json.array();
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(
          Json.object()
              .put("timestamp", "2026-03-02T07:%02d:11+00:00".formatted(i))
              .put("timezone_offset", 3600)
              .put("unit", "bpm")
              .put("value", 60 + i));
    }
    var data = Json.object().put("user_id", user.toString()).put("source_id", 0);
    data.putObject("source").put("provider", "oura").put("type", "ring");
    data.set("data", samples);
    Event event = new Event("daily.data.heartrate.created", ground.tenant(), user, "bench", data);
    all = Promise.promise();
    left = COUNT;
    ground
        .node()
        .db()
        .tx(
            tx -> {
              List<Event> slice = new ArrayList<>();
              for (int i = 0; i < SLICE; i++) {
                slice.add(event);
              }
              for (int i = 0; i < COUNT; i += SLICE) {
                outbox.add(tx, slice);
              }
              return null;
            });
    long start = System.nanoTime();
    all.future().timeout(PATIENCE_SECONDS, TimeUnit.SECONDS).await();
    return Rounds.rate(COUNT, start);
  }

  private double bare() {
    RequestOptions post =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(receiver.actualPort())
            .setURI("/hook");
    headers.forEach(
        (name, value) -> {
          if (!name.equalsIgnoreCase("content-length") && !name.equalsIgnoreCase("host")) {
            post.putHeader(name, value);
          }
        });
    left = COUNT;
    return load.posts(post, body, COUNT);
  }

  @Override
  public void close() {
    load.close();
    receiver.close().await();
    vertx.close().await();
  }
}
