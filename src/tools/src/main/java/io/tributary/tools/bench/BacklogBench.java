package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.Defaults;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.tools.bench.SinkProcess.Arrival;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures the memory that many pending messages cost a service with a small heap. Also measures
 * how evenly an endpoint's rate limit is kept, on one node and while a second one joins. The
 * service runs as {@code scripts/run} starts it.
 */
final class BacklogBench implements AutoCloseable {
  private static final String HEAP = "256m";
  private static final int ENDPOINTS = 20;
  private static final int WARM_UP_MESSAGES = 30_000;
  private static final int PENDING_MESSAGES = 100_000;
  private static final int QUEUE = 1_000_000;
  private static final int RATE = 50;
  private static final int RATED = 5_000;
  private static final long TIMEOUT_SECONDS = 1800;
  private static final long SECOND_MICROS = 1_000_000;

  private final Path root;
  private final Path work;
  private final PrintStream out;
  private final SinkProcess sink;
  private final EmbeddedPostgres postgres;
  private final Vertx vertx = Vertx.vertx();
  private final Db db;
  private final ServiceRun firstNode;

  BacklogBench(Path root, Path work, PrintStream out) throws Exception {
    this.root = root;
    this.work = work;
    this.out = out;
    this.sink = SinkProcess.start(Files.createDirectories(work.resolve("sink")));
    this.postgres =
        EmbeddedPostgres.start(
            new EmbeddedPostgres.Settings(
                work.resolve("backlog-postgres"), Duration.ofMinutes(2), Map.of()),
            line -> {});
    this.firstNode = service("first");
    firstNode.start();
    this.db = Db.open(vertx, postgres.url(), Defaults.config().db());
  }

  private ServiceRun service(String name) {
    return new ServiceRun(
        root,
        work,
        name,
        postgres.url(),
        Map.of(
            "TRIBUTARY_HEAP", HEAP, "TRIBUTARY_BOOTSTRAP_API_KEY", "sk_us_benchbenchbenchbench"));
  }

  void measure() throws IOException {
    for (int i = 0; i < ENDPOINTS; i++) {
      endpoint(i, Json.object());
    }
    EventProducer announcer = new EventProducer(db, firstNode.tenant());
    memory(announcer);
    measurePending(announcer);
    rate(announcer);
  }

  private String endpoint(int number, ObjectNode more) throws IOException {
    ObjectNode body = more.put("url", sink.url("ok", "lane" + number));
    body.putArray("filter_types").add(EventProducer.type(number));
    return firstNode.call("POST", firstNode.webhooks(), body).path("id").asText();
  }

  private void memory(EventProducer announcer) throws IOException {
    announcer.produce(WARM_UP_MESSAGES, ENDPOINTS);
    SinkProcess.await("warm", TIMEOUT_SECONDS, () -> sink.count() >= WARM_UP_MESSAGES);
    SinkProcess.pause(5000);
    ObjectNode held = Json.object().put("url", sink.url("hang", "held"));
    held.putArray("filter_types").add(EventProducer.type(ENDPOINTS));
    String id = firstNode.call("POST", firstNode.webhooks(), held).path("id").asText();
    long before = firstNode.residentKilobytes();
    announcer.produceFor(PENDING_MESSAGES, ENDPOINTS);
    long most = 0;
    for (int i = 0; i < 40; i++) {
      SinkProcess.pause(500);
      most = Math.max(most, firstNode.residentKilobytes());
    }
    out.printf(
        Locale.ROOT,
        "%-32s %12d MiB before  peak %d MiB  difference %d MiB%n",
        "memory with 100,000 pending",
        before >> 10,
        most >> 10,
        (most - before) >> 10);
    firstNode.call("DELETE", firstNode.webhooks() + "/" + id, null);
  }

  private void measurePending(EventProducer announcer) {
    firstNode.close();
    sink.clear();
    announcer.produce(QUEUE, ENDPOINTS);
    long start = System.nanoTime();
    firstNode.start();
    double ready = (System.nanoTime() - start) / 1e9;
    SinkProcess.await("the first delivery", TIMEOUT_SECONDS, () -> sink.count() > 0);
    double began = (System.nanoTime() - start) / 1e9;
    long[] most = {0};
    SinkProcess.await(
        "a million deliveries",
        TIMEOUT_SECONDS,
        () -> {
          most[0] = Math.max(most[0], firstNode.residentKilobytes());
          return sink.count() >= QUEUE;
        });
    double seconds = (System.nanoTime() - start) / 1e9 - began;
    Set<String> ids = new HashSet<>();
    while (ids.size() < QUEUE && System.nanoTime() - start < TIMEOUT_SECONDS * 1_000_000_000L) {
      // Some messages may have arrived twice, so the count can be reached before all of them have
      // arrived.
      SinkProcess.pause(2000);
      sink.arrivals().forEach(a -> ids.add(a.id()));
    }
    out.printf(
        Locale.ROOT,
        "%-32s %,12.0f /s  heap %s  peak resident %d MiB  ready after %.1f s  first delivery %.1f s"
            + "  distinct messages %,d  repeated deliveries %,d%n",
        "1,000,000 pending delivered",
        QUEUE / seconds,
        HEAP,
        most[0] >> 10,
        ready,
        began,
        ids.size(),
        sink.count() - ids.size());
  }

  private void rate(EventProducer announcer) throws IOException {
    measureRate(announcer, ENDPOINTS + 1, "rate 50/s, one node", null);
    ServiceRun second = service("second");
    Path key = work.resolve("first/secret.key");
    Files.createDirectories(work.resolve("second"));
    Files.copy(key, work.resolve("second/secret.key"));
    try (second) {
      measureRate(announcer, ENDPOINTS + 2, "rate 50/s, a second node joins", second);
    }
  }

  private void measureRate(EventProducer announcer, int number, String name, ServiceRun joins)
      throws IOException {
    endpoint(number, Json.object().put("rate_limit", RATE));
    sink.clear();
    announcer.produceFor(RATED, number);
    if (joins != null) {
      SinkProcess.await("half", TIMEOUT_SECONDS, () -> sink.count() >= RATED / 2);
      joins.start();
    }
    SinkProcess.await("rate-limited deliveries", TIMEOUT_SECONDS, () -> sink.count() >= RATED);
    List<Arrival> all = sink.arrivals();
    int most = 0;
    for (int from = 0, to = 0; to < all.size(); to++) {
      while (all.get(to).micros() - all.get(from).micros() >= SECOND_MICROS) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    double seconds = (all.getLast().micros() - all.getFirst().micros()) / 1e6;
    out.printf(
        Locale.ROOT,
        "%-32s %12.1f /s mean  maximum in one second %d  total %d%n",
        name,
        (all.size() - 1) / seconds,
        most,
        all.size());
  }

  @Override
  public void close() {
    firstNode.close();
    db.close().await();
    vertx.close().await();
    sink.close();
    postgres.stop();
  }
}
