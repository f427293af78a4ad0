package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.PortReservation;
import io.tributary.simulators.lab.LabOptions;
import io.tributary.simulators.lab.LabSimulator;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Resilience test of lab orders: {@code lab-drill [--orders 100] [--kills 3] [--drop 0.1] [--seed
 * 7]}. It places orders at the simulator over connections that break, kills the service as often as
 * requested, and verifies that the laboratory received every order once and every result was stored
 * once. The exit code is 1 if not.
 */
public final class LabResilienceTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final int MAX_KILL_DELAY_MILLIS = 500;
  private static final int CONCURRENCY = 8;
  private static final int PAUSE_MILLIS = 50;

  private final PrintStream out = System.out;
  private final HttpClient http = HttpClient.newHttpClient();
  private final int orders;
  private final int kills;
  private final Random random;
  private final Set<String> orderIds = ConcurrentHashMap.newKeySet();
  private final Set<Integer> retriedOrders = ConcurrentHashMap.newKeySet();

  private LabResilienceTest(int orders, int kills, long seed) {
    this.orders = orders;
    this.kills = kills;
    this.random = new Random(seed);
  }

  public static void main(String[] args) throws Exception {
    ResilienceTestRun drill =
        ResilienceTestRun.of(
            "resilience-test lab [--orders 100] [--kills 3] [--drop 0.1] [--seed 7]", args);
    LabResilienceTest lab =
        new LabResilienceTest(drill.number("orders"), drill.number("kills"), drill.seed());
    drill.run((root, work, database) -> lab.run(root, work, database, drill.fraction("drop")));
  }

  private boolean run(Path root, Path work, String database, double drop) throws Exception {
    try (PortReservation results = PortReservation.reserve()) {
      return run(root, work, database, drop, results.port());
    }
  }

  private boolean run(Path root, Path work, String database, double drop, int results)
      throws Exception {
    Vertx vertx = Vertx.vertx();
    LabSimulator lab = laboratory(vertx, results, drop);
    Map<String, String> settings =
        Map.of(
            "TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.controlUrl(),
            "TRIBUTARY_LAB_EXCHANGE_SANDBOX_PORT", Integer.toString(results),
            "TRIBUTARY_LAB_EXCHANGE_SANDBOX_MANUAL_DISPATCH", "false",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "200ms,1s",
            "TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "3s",
            "TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "false");
    try (ServiceRun service = new ServiceRun(root, work, "lab-drill", database, settings)) {
      service.start();
      place(service);
      boolean all = awaitCompletion(service, lab, database);
      return report(lab, database) && all;
    } finally {
      lab.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
      vertx.close();
    }
  }

  private static LabSimulator laboratory(Vertx vertx, int results, double drop) throws Exception {
    LabOptions options =
        LabOptions.parse(
            "--port", "0",
            "--control-port", "0",
            "--results", "127.0.0.1:" + results,
            "--auto", "normal",
            "--drop-rate", Double.toString(drop),
            "--duplicate-rate", "0.2",
            "--shuffle-rate", "0.2",
            "--busy-rate", "0.1");
    return LabSimulator.start(vertx, options)
        .toCompletionStage()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  /**
   * Places orders concurrently, each with an idempotency key, so that interrupted calls can be
   * retried. Kills occur while calls are in progress.
   */
  private void place(ServiceRun service) throws Exception {
    String user = text(service, "/v2/user", user(), "user_id");
    ObjectNode body = LabOrderBody.of(user, walkInTest(service));
    Queue<Integer> left = new ConcurrentLinkedQueue<>();
    IntStream.range(0, orders).forEach(left::add);
    AtomicInteger placed = new AtomicInteger();
    List<Future<?>> lanes = new ArrayList<>();
    try (ExecutorService at = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CONCURRENCY; i++) {
        lanes.add(
            at.submit(
                () -> {
                  while (placed.get() < orders) {
                    Integer n = left.poll();
                    if (n != null && tryPlace(service, body, "drill-" + n)) {
                      placed.incrementAndGet();
                    } else if (n != null) {
                      retriedOrders.add(n);
                      left.add(n);
                      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                    } else {
                      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                    }
                  }
                  return null;
                }));
      }
      for (int k = 1; k <= kills; k++) {
        int after = (int) ((long) orders * k / (kills + 1));
        while (placed.get() < after && lanes.stream().noneMatch(Future::isDone)) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_KILL_DELAY_MILLIS));
        kill(service, k, placed.get());
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
    }
  }

  /**
   * Returns false if the call must be retried: it was interrupted, or an earlier interrupted call
   * still holds the key.
   */
  private boolean tryPlace(ServiceRun service, ObjectNode body, String key) {
    Map<String, String> headers = Map.of("x-idempotency-key", key);
    try {
      JsonNode made = service.call("POST", "/v3/order/create", body, headers);
      orderIds.add(made.at("/order/id").asText());
      return true;
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).matches(".*status 4(00|22).*")) {
        throw new IllegalStateException(e);
      }
      return false;
    }
  }

  private void kill(ServiceRun service, int number, int placed) {
    service.kill();
    out.printf("kill %d of %d after %d orders%n", number, kills, placed);
    service.start();
  }

  private static ObjectNode user() {
    return Json.object().put("client_user_id", "drill");
  }

  private static String text(ServiceRun service, String path, Object body, String field)
      throws IOException {
    return service.call("POST", path, body).get(field).asText();
  }

  private static String walkInTest(ServiceRun service) throws IOException {
    for (JsonNode t : service.call("GET", "/v3/lab_tests", null)) {
      if (t.get("method").asText().equals("walk_in_test")) {
        return t.get("id").asText();
      }
    }
    throw new IllegalStateException("no walk-in test in the catalog");
  }

  /** Waits until all orders are completed and the laboratory has no results to send. */
  private boolean awaitCompletion(ServiceRun service, LabSimulator lab, String database)
      throws Exception {
    long until = System.nanoTime() + TIMEOUT.toNanos();
    while (System.nanoTime() < until) {
      long done =
          ResilienceTestRun.count(
              database, "select count(*) from lab_order where status = 'completed'");
      long waiting = control(lab, "/").get("results_waiting").asLong();
      if (done == orders && waiting == 0) {
        return true;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    out.println("not all orders are completed");
    return false;
  }

  private boolean report(LabSimulator lab, String database) throws Exception {
    JsonNode seen = control(lab, "/orders");
    int once = 0;
    int doubled = 0;
    for (JsonNode o : seen) {
      once += o.get("placed").size() == 1 ? 1 : 0;
      for (JsonNode times : o.get("placed")) {
        doubled += times.asInt() - 1;
      }
    }
    JsonNode about = control(lab, "/");
    out.printf(
        "orders placed %d, received by the laboratory %d, each in one message %d%n",
        orders, seen.size(), once);
    out.printf(
        "repeated messages %d, broken connections %d%n",
        doubled, about.get("connections_broken").asInt());
    out.printf("calls retried after a kill %d%n", retriedOrders.size());
    List<String> faults = new ArrayList<>();
    check(faults, "distinct orders returned", orders, orderIds.size());
    check(faults, "orders received by the laboratory", orders, seen.size());
    check(faults, "orders received in one message", orders, once);
    for (String[] c : CHECKS) {
      long found = ResilienceTestRun.count(database, c[1]);
      out.printf("%s %d%n", c[0], found);
      check(faults, c[0], c[2].equals("N") ? orders : 0, found);
    }
    faults.forEach(f -> out.println("WRONG " + f));
    out.println(faults.isEmpty() ? "OK: every order and every result exactly once" : "NOT OK");
    return faults.isEmpty();
  }

  private static final String[][] CHECKS = {
    {"orders", "select count(*) from lab_order", "N"},
    {"order messages", "select count(*) from lab_message where direction = 'out'", "N"},
    {"result messages", "select count(*) from lab_message where kind = 'result'", "N"},
    {"orders with results", "select count(distinct order_id) from lab_result", "N"},
    {
      "orders completed more than once",
      "select count(*) from (select order_id from lab_order_event where status = 'completed'"
          + " group by order_id having count(*) > 1) x",
      "0"
    },
    {"parked messages", "select count(*) from lab_message where state = 'parked'", "0"},
    {"unmatched messages", "select count(*) from lab_message where state = 'unmatched'", "0"},
  };

  private static void check(List<String> faults, String what, long wanted, long found) {
    if (wanted != found) {
      faults.add(what + ": " + found + " instead of " + wanted);
    }
  }

  private JsonNode control(LabSimulator lab, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(lab.controlUrl() + path)).build();
    return Json.parse(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
  }
}
