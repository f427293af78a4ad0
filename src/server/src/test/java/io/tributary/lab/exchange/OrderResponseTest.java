package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.exchange.ScriptedLab.ReceivedMessage;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Order responses of laboratories: immediate and later ones, for a whole order or for single tests.
 */
class OrderResponseTest {
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

  private JsonNode assertOneParked() {
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    return at.parked().get(0);
  }

  private ReceivedMessage sent(String kind) {
    Eventually.eventually(SOON, () -> assertTrue(!lab.orders(kind).isEmpty()));
    return lab.orders(kind).getFirst();
  }

  /** Returns an order that the laboratory answers with this function. */
  private OrderRow orderAnsweredWith(java.util.function.Function<ReceivedMessage, String> answer) {
    lab.setResponse(answer);
    return at.openOrder();
  }

  private OrderRow accepted() {
    return at.awaitStatus(orderAnsweredWith(g -> g.answerAll("OK")), LowStatus.REQUISITION_CREATED);
  }

  @Test
  void whatIsTakenInPartWaitsForSomebody() {
    OrderRow order = orderAnsweredWith(g -> g.answer("AA", "OK", "UA"));
    JsonNode one = assertOneParked();
    assertEquals("the laboratory accepted only some of the tests", one.get("error").asText());
    assertEquals(LowStatus.ORDERED, at.now(order).status().low());
    at.operatorAction(one, "settle", "{\"outcome\":\"accepted\"}").expect(200);
    at.awaitStatus(order, LowStatus.REQUISITION_CREATED);
    at.operatorAction(one, "settle", "{\"outcome\":\"accepted\"}").expect(400);
    at.messages(order, "order done");
  }

  @Test
  void anErrorThatTakesSomeTestsIsNoRefusal() {
    OrderRow order = orderAnsweredWith(g -> g.answer("AE", "OK", "UA"));
    assertOneParked();
    assertEquals(LowStatus.ORDERED, at.now(order).status().low());
  }

  @Test
  void whatMayHaveArrivedIsTakenBackThere() {
    OrderRow order = orderAnsweredWith(g -> g.answer("AA", "OK", "UA"));
    assertOneParked();
    lab.setResponse(g -> g.answerAll("CR"));
    at.cancel(order);
    assertEquals(sent("NW").sample(), sent("CA").sample());
    at.messages(order, "order void", "cancel done");
    at.dispatches(order, "order done", "cancel done");
    assertEquals(0, at.parked().size());
  }

  @Test
  void whatIsRefusedAsAWholeIsNotTakenBack() {
    OrderRow order = at.awaitStatus(orderAnsweredWith(g -> g.answerAll("UA")), LowStatus.CANCELLED);
    at.dispatches(order, "order parked", "cancel done");
    OrderRow next = accepted();
    at.messages(next, "order done");
    assertEquals(List.of(), lab.orders("CA"));
    assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
  }

  @Test
  void anOrderThatIsRefusedWhileItsCancellationWaitsIsNotTakenBack() {
    lab.behaviour = (g, line) -> {};
    OrderRow order = at.openOrder();
    sent("NW");
    at.cancel(order);
    at.messages(order, "order waiting", "cancel waiting");
    lab.setResponse(g -> g.answer("AE"));
    lab.closeConnections();
    at.messages(order, "order parked", "cancel void");
    at.dispatches(order, "order parked", "cancel done");
    at.messages(accepted(), "order done");
    assertEquals(List.of(), lab.orders("CA"));
  }

  @Test
  void theLaboratoryMayCancelWhatItHadAccepted() {
    OrderRow order = accepted();
    lab.send(sent("NW").answer("AA", "OC", "OC"));
    at.awaitStatus(order, LowStatus.CANCELLED);
    assertEquals(List.of("ordered", "requisition_created", "cancelled"), at.steps(order));
    at.dispatches(order, "order done", "cancel done");
    OrderRow next = accepted();
    at.messages(next, "order done");
    assertEquals(List.of(), lab.orders("CA"));
    at.messages(order, "order done");
  }

  @Test
  void theLaboratoryMayCancelInItsFirstAnswer() {
    OrderRow order = at.awaitStatus(orderAnsweredWith(g -> g.answerAll("OC")), LowStatus.CANCELLED);
    at.dispatches(order, "order done", "cancel done");
    at.messages(accepted(), "order done");
    assertEquals(List.of(), lab.orders("CA"));
    assertEquals(List.of("ordered", "cancelled"), at.steps(order));
  }

  @Test
  void aLateRefusalEndsTheOrder() {
    OrderRow order = accepted();
    lab.send(sent("NW").answerAll("UA"));
    at.awaitStatus(order, LowStatus.CANCELLED);
    assertEquals(
        List.of("ordered", "requisition_created", "cancelled fulfillment_error"), at.steps(order));
    at.messages(order, "order parked");
    assertEquals(order.id().toString(), assertOneParked().get("order_id").asText());
  }

  @Test
  void aLateRefusalOfSomeTestsWaitsForSomebody() {
    OrderRow order = accepted();
    lab.send(sent("NW").answer("AA", "OK", "OC"));
    assertOneParked();
    assertEquals(LowStatus.REQUISITION_CREATED, at.now(order).status().low());
  }

  @Test
  void aLateWordThatACancellationCameTooLateIsTold() {
    OrderRow order = accepted();
    lab.setResponse(g -> g.answer("AA"));
    at.cancel(order);
    at.messages(order, "order done", "cancel done");
    lab.send(sent("CA").answerAll("UC"));
    assertEquals("too late to cancel", assertOneParked().get("error").asText());
    assertEquals("cancel", assertOneParked().get("kind").asText());
    assertEquals(LowStatus.CANCELLED, at.now(order).status().low());
  }

  @Test
  void aCancellationByTheLaboratoryThatComesTooLateIsSomebodysToJudge() {
    OrderRow order = accepted();
    at.node.db().query("update lab_order set status = 'completed' where id = $1", order.id());
    lab.send(sent("NW").answerAll("OC"));
    assertEquals(
        "cancelled by the laboratory, the order is completed",
        assertOneParked().get("error").asText());
    assertEquals(LowStatus.COMPLETED, at.now(order).status().low());
  }

  @Test
  void aCancellationWaitsForTheApplicationOnlySoLong() {
    lab.setResponse(g -> g.kind().equals("NW") ? g.answer("CA") : g.answerAll("CR"));
    OrderRow order = at.openOrder();
    at.messages(order, "order awaiting");
    at.cancel(order);
    at.messages(order, "order awaiting", "cancel waiting");
    at.node.db().query("update lab_message set due_at = now() where state = 'awaiting'");
    at.messages(order, "order void", "cancel done");
    assertEquals(1, lab.orders("NW").size());
    assertEquals(1, lab.orders("CA").size());
    assertEquals(0, at.parked().size());
  }

  @Test
  void aRepetitionThatIsRefusedAsKnownIsNoRefusal() {
    lab.behaviour =
        (g, line) -> {
          if (lab.orders("NW").size() == 1) {
            line.close();
          } else {
            ScriptedLab.send(line, g.answer("AE") + "ERR|||205^known^HL70357|E\r");
          }
        };
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    at.messages(order, "order done");
    assertEquals(lab.orders("NW").getFirst().controlId(), lab.orders("NW").getLast().controlId());
  }

  @Test
  void aRefusalOfWhatWeDoNotKnowWaitsForSomebody() {
    OrderRow order = accepted();
    ReceivedMessage got = sent("NW");
    lab.send(got.answerAll("OC").replace(got.controlId(), "unknown"));
    assertEquals(
        "does not answer any message of this service", assertOneParked().get("error").asText());
    assertEquals(LowStatus.REQUISITION_CREATED, at.now(order).status().low());
  }

  @Test
  void whatIsTakenAfterItWasRefusedIsTakenBackThere() {
    OrderRow order = at.awaitStatus(orderAnsweredWith(g -> g.answer("AE")), LowStatus.CANCELLED);
    at.dispatches(order, "order parked", "cancel done");
    lab.setResponse(g -> g.answerAll("CR"));
    lab.send(sent("NW").answerAll("OK"));
    assertEquals(sent("NW").sample(), sent("CA").sample());
    at.messages(order, "order done", "cancel done");
    assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
  }

  @Test
  void aCancellationThatWasNotNeededIsSentWhenItIs() {
    lab.behaviour = (g, line) -> {};
    OrderRow order = at.openOrder();
    sent("NW");
    at.cancel(order);
    at.messages(order, "order waiting", "cancel waiting");
    lab.setResponse(g -> g.answer("AE"));
    lab.closeConnections();
    at.messages(order, "order parked", "cancel void");
    lab.setResponse(g -> g.answerAll("CR"));
    at.operatorAction(assertOneParked(), "settle", "{\"outcome\":\"accepted\"}").expect(200);
    at.messages(order, "order done", "cancel done");
    assertEquals(1, lab.orders("CA").size());
  }
}
