package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulators.lab.LabSimulator;
import io.tributary.tools.bench.LabOrderBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Workload of lab orders, each with an idempotency key, at a laboratory whose connections break.
 */
final class OrderLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 1500;

  private final LoadBalancer loadBalancer;
  private final LabSimulator lab;
  private final Set<String> placed = ConcurrentHashMap.newKeySet();

  OrderLoad(LoadBalancer door, LabSimulator lab) {
    this.loadBalancer = door;
    this.lab = lab;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    ObjectNode body = LabOrderBody.of(UserCreator.create(loadBalancer, "patient"), walkInTest());
    for (int i = 0; going.getAsBoolean(); i++) {
      // Completed even after the end of the test, because otherwise it is unknown whether the order
      // was placed.
      LoadBalancer.Reply r =
          loadBalancer.call(
              "POST",
              "/v3/order/create",
              body,
              Map.of("x-idempotency-key", "campaign-" + i),
              () -> true);
      if (!r.isHealthy()) {
        throw new IllegalStateException("an order was rejected: " + r.status() + " " + r.body());
      }
      if (!placed.add(r.body().at("/order/id").asText())) {
        throw new IllegalStateException(
            "two idempotency keys returned the same order: " + r.body().at("/order/id"));
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  private String walkInTest() throws LoadBalancer.ResponseLostException {
    for (JsonNode t :
        loadBalancer.call("GET", "/v3/lab_tests", null, Map.of(), () -> true).body()) {
      if (t.path("method").asText().equals("walk_in_test")) {
        return t.path("id").asText();
      }
    }
    throw new IllegalStateException("no walk-in test in the catalog");
  }

  @Override
  public String unit() {
    return "orders";
  }

  @Override
  public long doneCount() {
    return placed.size();
  }

  @Override
  public int minPerTenMinutes() {
    return 10;
  }

  @Override
  public String pendingWork(ConsistencyView outside) {
    long open = outside.count("select count(*) from lab_order where status <> 'completed'");
    long waiting = control("/").path("results_waiting").asLong();
    return open + waiting == 0 ? "" : open + " orders, " + waiting + " results at the laboratory";
  }

  private JsonNode control(String path) {
    try {
      return loadBalancer.call("GET", lab.controlUrl() + path, null, Map.of(), () -> true).body();
    } catch (LoadBalancer.ResponseLostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) {
    long seen = 0;
    long twice = 0;
    long repeated = 0;
    for (JsonNode order : control("/orders")) {
      seen++;
      twice += order.path("placed").size() > 1 ? 1 : 0;
      for (JsonNode times : order.path("placed")) {
        repeated += times.asInt() - 1;
      }
    }
    Set<String> begun = new HashSet<>(placed);
    Set<String> done = new HashSet<>(placed);
    outside.forEachEvent(
        event -> {
          String id = event.at("/data/id").asText();
          switch (event.path("event_type").asText()) {
            case "labtest.order.created" -> begun.remove(id);
            case "labtest.order.updated" -> {
              if (event.at("/data/status").asText().equals("completed")) {
                done.remove(id);
              }
            }
            default -> {
              // Other events are ignored.
            }
          }
        });
    long n = placed.size();
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(ConsistencyCheck.info("orders acknowledged", n));
    out.add(ConsistencyCheck.mustBeZero("  without a created event", begun.size()));
    out.add(ConsistencyCheck.mustBeZero("  without a completed event", done.size()));
    out.add(
        ConsistencyCheck.mustEqual(
            "  orders stored", n, outside.count("select count(*) from lab_order")));
    out.add(ConsistencyCheck.mustEqual("  orders received by the laboratory", n, seen));
    out.add(ConsistencyCheck.mustBeZero("  received in more than one message", twice));
    out.add(ConsistencyCheck.info("  repeated messages that the laboratory recognized", repeated));
    out.add(
        ConsistencyCheck.mustEqual(
            "  result messages stored",
            n,
            outside.count("select count(*) from lab_message where kind = 'result'")));
    out.add(
        ConsistencyCheck.mustEqual(
            "  orders with results",
            n,
            outside.count("select count(distinct order_id) from lab_result")));
    out.add(
        ConsistencyCheck.mustBeZero(
            "  completed more than once",
            outside.count(
                "select count(*) from (select order_id from lab_order_event where status ="
                    + " 'completed' group by order_id having count(*) > 1) x")));
    out.add(
        ConsistencyCheck.mustBeZero(
            "  messages parked or unmatched",
            outside.count(
                "select count(*) from lab_message where state in ('parked', 'unmatched')")));
    return out;
  }
}
