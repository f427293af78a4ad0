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

/** Orders of laboratory tests, each with a key, over a laboratory whose lines break. */
final class OrderLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 1500;

  private final LoadBalancer door;
  private final LabSimulator lab;
  private final Set<String> placed = ConcurrentHashMap.newKeySet();

  OrderLoad(LoadBalancer door, LabSimulator lab) {
    this.door = door;
    this.lab = lab;
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    ObjectNode body = LabOrderBody.of(UserCreator.make(door, "patient"), walkInTest());
    for (int i = 0; going.getAsBoolean(); i++) {
      // To its end, also when it is over: else nobody knows whether the order was placed.
      LoadBalancer.Reply r =
          door.call(
              "POST",
              "/v3/order/create",
              body,
              Map.of("x-idempotency-key", "campaign-" + i),
              () -> true);
      if (!r.good()) {
        throw new IllegalStateException("an order was refused: " + r.status() + " " + r.body());
      }
      if (!placed.add(r.body().at("/order/id").asText())) {
        throw new IllegalStateException("two keys, one order: " + r.body().at("/order/id"));
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  private String walkInTest() throws LoadBalancer.Lost {
    for (JsonNode t : door.call("GET", "/v3/lab_tests", null, Map.of(), () -> true).body()) {
      if (t.path("method").asText().equals("walk_in_test")) {
        return t.path("id").asText();
      }
    }
    throw new IllegalStateException("no walk-in test in the catalogue");
  }

  @Override
  public String unit() {
    return "orders";
  }

  @Override
  public long done() {
    return placed.size();
  }

  @Override
  public int leastInTenMinutes() {
    return 10;
  }

  @Override
  public String waitsFor(ConsistencyView outside) {
    long open = outside.count("select count(*) from lab_order where status <> 'completed'");
    long waiting = control("/").path("results_waiting").asLong();
    return open + waiting == 0 ? "" : open + " orders, " + waiting + " results at the laboratory";
  }

  private JsonNode control(String path) {
    try {
      return door.call("GET", lab.control() + path, null, Map.of(), () -> true).body();
    } catch (LoadBalancer.Lost e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<ConsistencyCheck> recount(ConsistencyView outside) {
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
    outside.events(
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
              // of something else
            }
          }
        });
    long n = placed.size();
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(ConsistencyCheck.told("orders acknowledged", n));
    out.add(ConsistencyCheck.none("  told in no event as created", begun.size()));
    out.add(ConsistencyCheck.none("  told in no event as completed", done.size()));
    out.add(
        ConsistencyCheck.same(
            "  orders stored", n, outside.count("select count(*) from lab_order")));
    out.add(ConsistencyCheck.same("  orders that the laboratory saw", n, seen));
    out.add(ConsistencyCheck.none("  seen by it as several messages", twice));
    out.add(ConsistencyCheck.told("  repetitions of a message, which it knows as such", repeated));
    out.add(
        ConsistencyCheck.same(
            "  messages of results stored",
            n,
            outside.count("select count(*) from lab_message where kind = 'result'")));
    out.add(
        ConsistencyCheck.same(
            "  orders with results",
            n,
            outside.count("select count(distinct order_id) from lab_result")));
    out.add(
        ConsistencyCheck.none(
            "  completed more than once",
            outside.count(
                "select count(*) from (select order_id from lab_order_event where status ="
                    + " 'completed' group by order_id having count(*) > 1) x")));
    out.add(
        ConsistencyCheck.none(
            "  messages parked or unmatched",
            outside.count(
                "select count(*) from lab_message where state in ('parked', 'unmatched')")));
    return out;
  }
}
