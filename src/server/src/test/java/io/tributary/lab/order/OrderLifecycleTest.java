package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.state.FullStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.lab.state.Transitions.Verdict;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderLifecycleTest {
  private static TestNode node;
  private static TestOrders orders;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    orders = new TestOrders(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Verdict move(OrderRow order, LowStatus to) {
    return move(order, Status.of(to));
  }

  private static Verdict move(OrderRow order, Status to) {
    return node.db().tx(tx -> orders.lifecycle().move(tx, order, to));
  }

  private static void partialResults(boolean on) {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"partial_result_webhooks\":" + on + "}}")
        .expect(200);
  }

  private static final String DISPATCHES =
      "select kind || ' ' || state as t from lab_order_dispatch where order_id = $1 order by kind";

  private static List<String> dispatches(OrderRow order) {
    return RowMapping.list(node.db().query(DISPATCHES, order.id()), r -> r.getString("t"));
  }

  /** Returns the dispatch jobs of a canceled order before they become visible to the sender. */
  private static List<String> dispatchesOfCancelled(OrderRow order) {
    return node.db()
        .tx(
            tx -> {
              orders.lifecycle().move(tx, order, Status.of(LowStatus.CANCELLED));
              return RowMapping.list(tx.query(DISPATCHES, order.id()), r -> r.getString("t"));
            });
  }

  private static void sent(OrderRow order) {
    node.db().query("update lab_order_dispatch set state = 'done' where order_id = $1", order.id());
  }

  @ParameterizedTest
  @EnumSource
  void anOrderGoesItsWholeWayAndEachStepIsToldOnce(Modality modality) {
    OrderRow order = orders.open(modality);
    List<String> way = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (LowStatus step : modality.simulationPath()) {
      if (step != LowStatus.ORDERED) {
        assertEquals(Verdict.MOVE, move(order, step), step.wireName());
        if (!modality.transitions().allows(step, step)) {
          assertEquals(Verdict.REPEAT, move(order, step), step.wireName());
        }
      }
      way.add(FullStatus.format(modality, step));
      if (step != LowStatus.PARTIAL_RESULTS) {
        told.add(FullStatus.format(modality, step));
      }
    }
    List<JsonNode> events = orders.events(order.id());
    assertEquals(told, events.stream().map(e -> e.at("/data/last_event/status").asText()).toList());
    assertEquals("labtest.order.created", events.getFirst().get("event_type").asText());
    for (JsonNode e : events.subList(1, events.size())) {
      assertEquals("labtest.order.updated", e.get("event_type").asText());
    }
    for (JsonNode e : events) {
      assertEquals(List.of(), EventSchemaValidator.violations(e));
      assertEquals(order.user().toString(), e.get("user_id").asText());
      assertTrue(e.get("client_user_id").asText().startsWith("u-"));
    }
    JsonNode last = events.getLast().get("data");
    assertEquals(way, CatalogueTestNode.texts(last.get("events"), "status"));
    assertEquals("completed", last.get("status").asText());
    assertEquals("completed", last.at("/order_transaction/status").asText());
    long before = 0;
    for (JsonNode e : last.get("events")) {
      assertTrue(e.get("id").asLong() > before);
      before = e.get("id").asLong();
    }
  }

  @Test
  void theFirstWebhookShowsTheWholeOrder() {
    OrderRow order = orders.open(Modality.WALK_IN);
    JsonNode data = orders.events(order.id()).getFirst().get("data");
    assertEquals("Ada", data.at("/patient_details/first_name").asText());
    assertEquals("1990-05-17T00:00:00+00:00", data.at("/patient_details/dob").asText());
    assertEquals("85004", data.at("/patient_address/zip").asText());
    assertEquals("walk_in_test", data.at("/details/type").asText());
    assertTrue(data.at("/lab_test/auto_generated").asBoolean());
    assertEquals(2, data.at("/lab_test/markers").size());
    assertEquals("tamberline", data.at("/lab_test/lab/slug").asText());
    assertEquals("received", data.get("status").asText());
    assertEquals("initial", data.get("origin").asText());
    assertEquals("active", data.at("/order_transaction/status").asText());
    assertEquals(order.id().toString(), data.at("/order_transaction/orders/0/id").asText());
    assertTrue(data.get("sample_id").isNull());
    assertTrue(data.get("expected_result_by_date").isNull());
  }

  @Test
  void resultsAreDueAsManyDaysAfterTheCollectionAsTheSlowestMarkerTakes() {
    OrderRow order = orders.open(Modality.WALK_IN);
    // It is still the 4th in Arizona.
    node.db()
        .query(
            "update lab_order set collected_at = '2026-03-05T05:00:00Z' where id = $1", order.id());
    move(order, LowStatus.REQUISITION_CREATED);
    JsonNode data = orders.events(order.id()).getLast().get("data");
    int days = data.at("/lab_test/common_tat_days").asInt();
    assertEquals(
        java.time.LocalDate.parse("2026-03-04").plusDays(days).toString(),
        data.get("expected_result_by_date").asText());
  }

  @Test
  void aMoveThatTheTableForbidsChangesAndTellsNothing() {
    OrderRow order = orders.open(Modality.WALK_IN);
    assertEquals(Verdict.FORBIDDEN, move(order, LowStatus.COMPLETED));
    assertEquals(1, orders.events(order.id()).size());
    ServiceException refused =
        assertThrows(
            ServiceException.class,
            () ->
                node.db()
                    .tx(
                        tx -> {
                          orders.lifecycle().require(tx, order, Status.of(LowStatus.COMPLETED));
                          return null;
                        }));
    assertEquals(ServiceException.Reason.INVALID, refused.reason());
    assertEquals("Transition from ordered to completed is not allowed", refused.detail().asText());
  }

  @Test
  void severalMovesInOneTransactionAreEachToldWithTheStatusOfThatMove() {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.db()
        .tx(
            tx -> {
              orders.lifecycle().move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              orders.lifecycle().move(tx, order, Status.of(LowStatus.APPOINTMENT_PENDING));
              return orders.lifecycle().move(tx, order, Status.of(LowStatus.APPOINTMENT_SCHEDULED));
            });
    List<JsonNode> told = orders.events(order.id());
    assertEquals(4, told.size());
    for (int i = 0; i < 4; i++) {
      assertEquals(i + 1, told.get(i).at("/data/events").size());
    }
  }

  @Test
  void partialResultsAreToldOnlyToTeamsThatWantThem() {
    OrderRow order = orders.open(Modality.WALK_IN);
    move(order, LowStatus.REQUISITION_CREATED);
    move(order, LowStatus.PARTIAL_RESULTS);
    assertEquals(2, orders.events(order.id()).size());
    partialResults(true);
    try {
      assertEquals(Verdict.MOVE, move(order, LowStatus.PARTIAL_RESULTS));
    } finally {
      partialResults(false);
    }
    List<JsonNode> told = orders.events(order.id());
    assertEquals(3, told.size());
    assertEquals(4, told.getLast().at("/data/events").size());
  }

  @Test
  void aReasonIsToldWithItsStatus() {
    OrderRow order = orders.open(Modality.KIT);
    move(order, Status.of(StatusDetail.FULFILLMENT_ERROR));
    JsonNode last = orders.events(order.id()).getLast().at("/data/last_event");
    assertEquals("cancelled.testkit.cancelled", last.get("status").asText());
    assertEquals("fulfillment_error", last.get("status_detail").asText());
  }

  @Test
  void anImportedOrderPassesTwoStepsAtOnceAndIsNotSent() {
    OrderRow order =
        orders.open(Modality.WALK_IN, Optional.empty(), Optional.of("S-" + UUID.randomUUID()));
    List<JsonNode> told = orders.events(order.id());
    assertEquals(
        List.of("labtest.order.created", "labtest.order.updated"),
        told.stream().map(e -> e.get("event_type").asText()).toList());
    assertEquals(
        "received.walk_in_test.requisition_bypassed",
        told.getLast().at("/data/last_event/status").asText());
    assertEquals(1, told.getFirst().at("/data/events").size());
    assertEquals(List.of(), dispatches(order));
    assertEquals(
        order.id(),
        node.db()
            .tx(
                tx ->
                    orders
                        .lifecycle()
                        .lockBySample(
                            tx,
                            order.tenant().environment(),
                            order.lab(),
                            order.sampleId().orElseThrow()))
            .orElseThrow()
            .id());
  }

  @Test
  void anOrderThatWasNotSentIsNotSentAnyMoreOnceItIsCancelled() {
    OrderRow order = orders.open(Modality.WALK_IN);
    assertEquals(List.of("order waiting"), dispatches(order));
    move(order, LowStatus.CANCELLED);
    assertEquals(List.of(), dispatches(order));
  }

  @Test
  void anOrderThatWasSentIsCancelledAtTheLaboratoryToo() {
    OrderRow order = orders.open(Modality.WALK_IN);
    sent(order);
    move(order, LowStatus.REQUISITION_CREATED);
    assertEquals(List.of("cancel waiting", "order done"), dispatchesOfCancelled(order));
  }

  @Test
  void anOrderThatIsJustBeingSentIsCancelledAtTheLaboratoryToo() {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.db()
        .query(
            "update lab_order_dispatch set lease_expires_at = now() + interval '1 minute'"
                + " where order_id = $1",
            order.id());
    assertEquals(List.of("cancel waiting", "order waiting"), dispatchesOfCancelled(order));
  }

  @Test
  void aScheduledOrderIsDueWhenItsDayBegins() {
    Instant at = Instant.parse("2099-01-01T07:00:00Z");
    OrderRow order = orders.open(Modality.WALK_IN, Optional.of(at), Optional.empty());
    assertEquals(
        at,
        RowMapping.list(
                node.db()
                    .query("select due_at from lab_order_dispatch where order_id = $1", order.id()),
                r -> RowMapping.instant(r, "due_at"))
            .getFirst());
  }

  @Test
  void aNumberOfTheLaboratoryIsGivenOnce() {
    OrderRow first = orders.open(Modality.WALK_IN);
    OrderRow second = orders.open(Modality.WALK_IN);
    String number = "N-" + first.id();
    assertTrue(identified(first, number));
    assertFalse(identified(first, number + "b"));
    assertFalse(identified(second, number));
  }

  private static boolean identified(OrderRow order, String number) {
    return node.db().tx(tx -> orders.lifecycle().assignSampleId(tx, order, number));
  }

  @Test
  void aRedrawIsAnOrderOfTheSameTransactionForTheMissingMarkers() {
    OrderRow order = orders.open(Modality.WALK_IN);
    int ferritin = CatalogueTestNode.id(node, "tamberline", "Ferritin");
    move(order, LowStatus.REQUISITION_CREATED);
    UUID again =
        node.db()
            .tx(
                tx -> {
                  orders.lifecycle().move(tx, order, Status.of(LowStatus.REDRAW_AVAILABLE));
                  return orders.lifecycle().createRedraw(tx, order, List.of(ferritin));
                });
    JsonNode data = orders.events(again).getFirst().get("data");
    assertEquals("redraw", data.get("origin").asText());
    assertEquals(1, data.at("/lab_test/markers").size());
    assertEquals(ferritin, data.at("/lab_test/markers/0/id").asInt());
    assertEquals(2, data.at("/order_transaction/orders").size());
    assertEquals("active", data.at("/order_transaction/status").asText());
    assertEquals(order.id().toString(), data.at("/order_transaction/orders/1/parent_id").asText());
    OrderRow row = orders.lifecycle().find(node.tenant(), again).await().orElseThrow();
    assertEquals(order.transaction(), row.transaction());
    assertEquals(List.of("order waiting"), dispatches(row));
  }

  @Test
  void whatIsOrderedTogetherAgainIsTheSameHiddenTest() {
    assertEquals(orders.open(Modality.WALK_IN).labTest(), orders.open(Modality.WALK_IN).labTest());
  }

  @Test
  void listenersAreToldOfEachMoveInItsTransaction() {
    List<String> seen = new ArrayList<>();
    OrderLifecycle book = new OrderLifecycle(node.db(), new Outbox());
    book.addListener(
        (tx, before, after) ->
            seen.add(
                before.status().low()
                    + " "
                    + after.low()
                    + " "
                    + book.lock(tx, before.id()).orElseThrow().status().low()));
    OrderRow order = new TestOrders(node, book).open(Modality.WALK_IN);
    node.db().tx(tx -> book.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED)));
    node.db().tx(tx -> book.move(tx, order, Status.of(LowStatus.ORDERED)));
    assertEquals(List.of("ORDERED REQUISITION_CREATED REQUISITION_CREATED"), seen);
  }

  @Test
  void othersDoNotSeeAnOrder() {
    OrderRow order = orders.open(Modality.WALK_IN);
    Tenant other = new Tenant(node.first().team(), Environment.PRODUCTION);
    Tenant foreign = new Tenant(UUID.randomUUID(), Environment.SANDBOX);
    for (Tenant t : List.of(other, foreign)) {
      assertTrue(orders.lifecycle().find(t, order.id()).await().isEmpty());
      assertTrue(node.db().tx(tx -> orders.lifecycle().lock(tx, t, order.id())).isEmpty());
    }
    assertTrue(orders.lifecycle().find(node.tenant(), order.id()).await().isPresent());
    node.call("DELETE", "/v2/user/" + order.user(), null).expect(200);
    assertTrue(orders.lifecycle().find(node.tenant(), order.id()).await().isEmpty());
  }

  @Test
  void anEndpointIsSentTheSteps() {
    try (WebhookTestServer customer = new WebhookTestServer()) {
      new WebhookFixture(node)
          .endpoint(customer.url("/lab"), ",\"filter_types\":[\"labtest.order.*\"]");
      OrderRow order = orders.open(Modality.WALK_IN);
      move(order, LowStatus.REQUISITION_CREATED);
      Eventually.eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  2,
                  customer.requests("/lab").stream()
                      .filter(g -> g.text().contains(order.id().toString()))
                      .count()));
    }
  }
}
