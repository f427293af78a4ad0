package io.tributary.lab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.exchange.LabSimulatorFixture;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.FullStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that every order status can be reached in the sandbox. */
class SandboxStateCoverageTest {
  private static final Duration SOON = Duration.ofSeconds(90);

  private static LabSimulatorFixture lab;
  private static TestNode node;
  private static TestOrders orders;

  @BeforeAll
  static void start() throws Exception {
    lab = LabSimulatorFixture.start();
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.control(),
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "1000",
            "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "50ms,100ms");
    node.db().query("update lab set network = 'quest' where slug = 'tamberline'");
    node.db()
        .query("update team_environment set lab_feature_flags = lab_feature_flags || '{redraws}'");
    orders = new TestOrders(node);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    lab.close();
  }

  private static String word(Modality modality, LowStatus low) {
    return modality + " " + low.wireName();
  }

  private static void runToCompletion(Modality modality, LowStatus to) {
    OrderRow order = orders.open(modality);
    String body = to == LowStatus.REDRAW_AVAILABLE ? "{\"has_missing_results\":true}" : null;
    node.post(
            "/v3/order/" + order.id() + "/test?final_status=" + FullStatus.format(modality, to),
            body)
        .expect(200);
  }

  /** Performs the actions of the person with the test kit. */
  private static void register() {
    List<UUID> waiting =
        RowMapping.list(
            node.db()
                .query(
                    "select id from lab_order"
                        + " where modality = 'registrable_kit' and status = 'with_customer'"),
            r -> r.getUUID("id"));
    for (UUID id : waiting) {
      node.db()
          .query(
              "update lab_order set patient = $2::text::jsonb, address = $3::text::jsonb where id ="
                  + " $1",
              id,
              Json.text(TestOrders.PATIENT),
              Json.text(TestOrders.ADDRESS));
      node.db()
          .tx(
              tx ->
                  orders
                      .lifecycle()
                      .move(
                          tx,
                          orders.lifecycle().lock(tx, id).orElseThrow(),
                          Status.of(LowStatus.REGISTERED)));
    }
  }

  private static Set<String> reached() {
    return new TreeSet<>(
        RowMapping.list(
            node.db()
                .query(
                    "select distinct upper(o.modality) || ' ' || e.status as word"
                        + " from lab_order_event e join lab_order o on o.id = e.order_id"),
            r -> r.getString("word")));
  }

  @Test
  void everyStateOfEveryModalityIsReached() {
    Set<String> known = new TreeSet<>();
    for (Modality modality : Modality.values()) {
      for (LowStatus low : modality.transitions().states()) {
        known.add(word(modality, low));
        switch (low) {
          case ORDERED -> orders.open(modality);
          case REQUISITION_BYPASSED ->
              orders.open(modality, Optional.empty(), Optional.of("IMPORT-" + modality));
          default -> runToCompletion(modality, low);
        }
      }
    }
    Eventually.eventually(
        SOON,
        () -> {
          register();
          assertEquals(known, reached());
        });
    System.out.printf(
        "states reached=%d known=%d full=%d%n",
        reached().size(), known.size(), FullStatus.all().size());
  }
}
