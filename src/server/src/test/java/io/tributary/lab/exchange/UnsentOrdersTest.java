package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders that must not be sent, and orders that cannot be encoded. */
class UnsentOrdersTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LabConnectedNode at;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    at = LabConnectedNode.start(folder, lab);
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private OrderRow scheduled() {
    return at.openOrder(Optional.of(Instant.now().plus(Duration.ofDays(3))));
  }

  private void delete(OrderRow order) {
    at.node.db().query("update app_user set deleted_at = now() where id = $1", order.user());
  }

  private void due(OrderRow order) {
    at.node
        .db()
        .query(
            "update lab_order set activate_at = now() - interval '1 s' where id = $1", order.id());
    at.node
        .db()
        .query("update lab_order_dispatch set due_at = now() where order_id = $1", order.id());
    at.node.db().queueNotifier().wake(io.tributary.lab.order.OrderLifecycle.QUEUE);
  }

  /** Sends another order. Everything that was due before has been processed by then. */
  private void awaitAnotherOrder() {
    at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
  }

  @Test
  void ordersOfDeletedUsersAreCancelledInsteadOfSent() {
    OrderRow order = scheduled();
    delete(order);
    due(order);
    at.awaitStatus(order, LowStatus.CANCELLED);
    assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
    assertEquals(
        List.of("the user was deleted"),
        at.texts(
            "select distinct error as t from lab_order_dispatch where order_id = $1", order.id()));
    assertEquals(2, at.orders.events(order.id()).size());
    awaitAnotherOrder();
    assertEquals(1, lab.received.size());
    assertEquals(List.of(), at.messages(order));
  }

  @Test
  void whatWaitsForItsConnectionIsNotSentEither() throws Exception {
    at.close();
    at = LabConnectedNode.start(folder, lab, LabConnectedNode.SHORT_ANSWER_TIMEOUT);
    lab.close();
    lab.lines.forEach(l -> l.close());
    OrderRow first = at.openOrder();
    Eventually.eventually(
        SOON,
        () ->
            assertTrue(
                at.texts(
                            "select 'x' as t from lab_message where order_id = $1 and attempt > 0",
                            first.id())
                        .size()
                    == 1));
    OrderRow order = at.openOrder();
    at.messages(order, "order waiting");
    at.node
        .db()
        .query(
            "update lab_message set attempt = 0, due_at = now() where order_id = $1", order.id());
    delete(order);
    at.awaitStatus(order, LowStatus.CANCELLED);
    at.messages(order, "order void");
    at.dispatches(order, "order done", "cancel done");
  }

  @Test
  void ordersOfErasedUsersAreGone() {
    OrderRow order = scheduled();
    at.node.db().query("delete from app_user where id = $1", order.user());
    awaitAnotherOrder();
    assertEquals(List.of(), at.dispatches(order));
    assertEquals(1, lab.received.size());
  }

  @Test
  void whatTheLaboratoryHasOfADeletedUserIsStillTakenBack() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    at.node
        .db()
        .query(
            "update lab_order set billing_type = 'commercial_insurance', insurance_id = $2 where id"
                + " = $1",
            order.id(),
            UUID.randomUUID());
    delete(order);
    at.cancel(order);
    at.messages(order, "order done", "cancel done");
    assertEquals(1, lab.orders("CA").size());
  }

  @Test
  void teamsSeeNothingOfDeletedUsersOrders() {
    UUID user = at.orders.user();
    OrderRow order =
        at.orders.open(
            at.node.tenant(),
            user,
            io.tributary.lab.state.Modality.WALK_IN,
            Optional.of(Instant.now().plus(Duration.ofDays(3))),
            Optional.empty());
    at.node.get("/v3/order/" + order.id()).expect(200);
    at.node.call("DELETE", "/v2/user/" + user, null).expect(200);
    at.node.get("/v3/order/" + order.id()).expect(404);
    at.node.post("/v3/order/" + order.id() + "/cancel", null).expect(404);
    assertEquals(0, at.node.get("/v3/orders").expect(200).json().get("total").asInt());
  }

  private OrderRow uninsured() {
    OrderRow order = scheduled();
    at.node
        .db()
        .query(
            "update lab_order set billing_type = 'commercial_insurance', insurance_id = $2 where id"
                + " = $1",
            order.id(),
            UUID.randomUUID());
    due(order);
    at.dispatches(order, "order parked");
    return order;
  }

  @Test
  void anOrderWithoutItsInsuranceWaitsForSomebody() {
    OrderRow order = uninsured();
    var waiting = at.node.callManagement("GET", dispatch(""), null).expect(200).json().get("data");
    assertEquals(1, waiting.size());
    var one = waiting.get(0);
    assertEquals(order.id().toString(), one.get("order_id").asText());
    assertEquals("the order has no insurance", one.get("error").asText());
    String retry = dispatch("/" + order.id() + "/retry");
    at.node.callManagement("POST", retry, null).expect(200);
    at.dispatches(order, "order parked");
    at.node
        .db()
        .query("update lab_order set billing_type = 'client_bill' where id = $1", order.id());
    at.node.callManagement("POST", retry, null).expect(200);
    at.awaitStatus(order, LowStatus.REQUISITION_CREATED);
    at.node.callManagement("POST", retry, null).expect(400);
    at.node.callManagement("POST", dispatch("/" + UUID.randomUUID() + "/retry"), null).expect(404);
    assertEquals(
        0, at.node.callManagement("GET", dispatch(""), null).expect(200).json().get("data").size());
  }

  private String dispatch(String rest) {
    return "/v1/org/" + at.node.first().org() + "/lab_order_dispatch" + rest;
  }

  @Test
  void anOrderThatNeverWasAMessageIsCancelledWithoutAWord() {
    OrderRow order = uninsured();
    at.cancel(order);
    at.dispatches(order, "order done", "cancel done");
    awaitAnotherOrder();
    assertEquals(1, lab.received.size());
  }

  @Test
  void whatCannotBeWrittenForAnotherReasonIsParkedAfterSomeTries() {
    OrderRow order = scheduled();
    at.node
        .db()
        .query(
            "update lab_order set patient = patient || '{\"dob\":\"Smith was born\"}' where id"
                + " = $1",
            order.id());
    due(order);
    at.dispatches(order, "order parked");
    assertEquals(
        List.of("DateTimeParseException 3"),
        at.texts(
            "select error || ' ' || attempt as t from lab_order_dispatch where order_id = $1",
            order.id()));
  }
}
