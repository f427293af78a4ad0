package io.tributary.tools.bench;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.tools.bench.SinkProcess.Arrival;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Measures webhook deliveries to a receiver in another process. The figures are the rate compared
 * with plain signed POSTs, the delay after the commit, and the effect of one hanging or busy
 * endpoint on 99 others.
 */
final class WebhookBench implements AutoCloseable {
  private static final int COUNT = 20_000;

  /** Warm-up deliveries before the measurement, until frequently used code is compiled. */
  private static final int WARM_UP = 4 * COUNT;

  private static final int BUSY_ENDPOINTS = 20;
  private static final int ENDPOINTS = 100;
  private static final int BARE_AT_ONCE = 64;
  private static final int SECONDS = 20;
  private static final int PER_SECOND = 200;
  private static final int BURST = 50_000;
  private static final long TIMEOUT_SECONDS = 180;

  private final BenchEnvironment environment;
  private final SinkProcess sink;
  private final PrintStream out;
  private final EventProducer producer;
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final HttpLoad load = new HttpLoad(vertx, BARE_AT_ONCE);
  private final List<String> endpoints = new ArrayList<>();

  WebhookBench(BenchEnvironment ground, SinkProcess sink, PrintStream out) {
    this.environment = ground;
    this.sink = sink;
    this.out = out;
    this.producer = new EventProducer(ground.node().db(), ground.tenant());
    for (int i = 0; i < ENDPOINTS; i++) {
      var body = Json.object().put("url", sink.url("ok", "lane" + i));
      body.putArray("filter_types").add(EventProducer.type(i));
      endpoints.add(ground.call("POST", ground.webhooksPath(), body).path("id").asText());
    }
  }

  void measure(InterleavedRuns rounds) {
    deliver(WARM_UP);
    rounds.compare("webhook deliveries/s", this::deliveryRate, this::barePostRate);
    List<Integer> all = IntStream.range(0, ENDPOINTS).boxed().toList();
    List<Integer> quiet = all.subList(1, ENDPOINTS);
    latency(
        "commit to first byte, 200/s",
        () -> producer.produceAtRate(PER_SECOND, SECONDS, all),
        l -> true);
    double calm =
        latency(
            "99 endpoints",
            () -> producer.produceAtRate(PER_SECOND, SECONDS, quiet),
            l -> !l.equals("lane0"));
    setFirstEndpointMode("hang");
    // Enough events for the hanging endpoint to occupy all its slots before the others are
    // measured.
    Thread busy = Thread.ofVirtual().start(() -> producer.produceFor(2_000, 0));
    double beside =
        latency(
            "99 while one endpoint hangs",
            () -> producer.produceAtRate(PER_SECOND, SECONDS, quiet),
            l -> !l.equals("lane0"));
    SinkProcess.join(busy);
    out.printf(
        Locale.ROOT, "%-32s %12.2f times%n", "p99 ratio with hanging endpoint", beside / calm);
    discardPending();
    setFirstEndpointMode("ok");
    latency(
        "99 during a burst of 50,000",
        () -> {
          Thread burst = Thread.ofVirtual().start(() -> producer.produceFor(BURST, 0));
          producer.produceAtRate(PER_SECOND, SECONDS, quiet);
          SinkProcess.join(burst);
        },
        l -> !l.equals("lane0"));
  }

  private void setFirstEndpointMode(String mode) {
    environment.call(
        "PATCH",
        environment.webhooksPath() + "/" + endpoints.getFirst(),
        Json.object().put("url", sink.url(mode, "lane0")));
    SinkProcess.pause(2000);
  }

  /** Discards the deliveries that the hanging endpoint never received. */
  private void discardPending() {
    String one = environment.webhooksPath() + "/" + endpoints.getFirst();
    environment.call("PATCH", one, Json.object().put("disabled", true));
    environment.call("PATCH", one, Json.object().put("disabled", false));
  }

  private double deliveryRate() {
    return deliver(COUNT);
  }

  /** Measures from the first recorded event to the last arrival. */
  private double deliver(int events) {
    sink.clear();
    long start = System.nanoTime();
    producer.produce(events, BUSY_ENDPOINTS);
    SinkProcess.await("deliveries", TIMEOUT_SECONDS, () -> sink.count() >= events);
    return InterleavedRuns.rate(events, start);
  }

  /**
   * Sends the same number of POSTs with the same headers, each signed, without code of the service.
   */
  private double barePostRate() {
    byte[] body = new byte[1024];
    java.util.Arrays.fill(body, (byte) 'x');
    byte[] key = Encryption.randomBytes(24);
    return load.posts(
        () -> {
          String id = "msg_" + "0".repeat(27);
          String at = Long.toString(System.currentTimeMillis() / 1000);
          byte[] head = (id + "." + at + ".").getBytes(StandardCharsets.US_ASCII);
          String signature =
              "v1," + Base64.getEncoder().encodeToString(Encryption.hmacSha256(key, head, body));
          RequestOptions post =
              new RequestOptions()
                  .setMethod(HttpMethod.POST)
                  .setHost("127.0.0.1")
                  .setPort(sink.port())
                  .setURI("/ok/bare")
                  .putHeader("content-type", "application/json")
                  .putHeader("user-agent", "Tributary-Webhooks/1");
          for (String prefix : List.of("webhook-", "svix-")) {
            post.putHeader(prefix + "id", id)
                .putHeader(prefix + "timestamp", at)
                .putHeader(prefix + "signature", signature);
          }
          return post;
        },
        body,
        COUNT);
  }

  /**
   * Measures from the start of the transaction, by the database's clock, to the request head at the
   * receiver. Prints the median and the 99th percentile, and returns the latter.
   */
  private double latency(String name, Runnable work, Predicate<String> lanes) {
    sink.clear();
    long since = System.currentTimeMillis() * 1000;
    work.run();
    SinkProcess.await("quiet", TIMEOUT_SECONDS, this::isSettled);
    Map<String, Long> committed = committed(since);
    List<Double> millis = new ArrayList<>();
    for (Arrival a : sink.arrivals()) {
      Long at = committed.remove(a.id());
      if (at != null && lanes.test(a.lane())) {
        millis.add((a.micros() - at) / 1000.0);
      }
    }
    double[] sorted = millis.stream().mapToDouble(d -> d).sorted().toArray();
    double p99 = sorted[(int) (sorted.length * 0.99)];
    out.printf(
        Locale.ROOT,
        "%-32s p50 %6.1f ms  p99 %6.1f ms  max %6.1f ms  n %d%n",
        name,
        sorted[sorted.length / 2],
        p99,
        sorted[sorted.length - 1],
        sorted.length);
    return p99;
  }

  private boolean isSettled() {
    long before = sink.count();
    SinkProcess.pause(1500);
    return sink.count() == before;
  }

  private Map<String, Long> committed(long sinceMicros) {
    Map<String, Long> out = new HashMap<>();
    RowMapping.list(
            environment
                .node()
                .db()
                .query(
                    "select id, (extract(epoch from created_at) * 1000000)::bigint as at from"
                        + " message where extract(epoch from created_at) * 1000000 >= $1::bigint",
                    sinceMicros),
            r -> Map.entry(r.getString("id"), r.getLong("at")))
        .forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }

  @Override
  public void close() {
    load.close();
    vertx.close().await();
  }
}
