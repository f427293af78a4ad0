package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LinkedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.exchange.ScriptedLab.Got;
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

/** What laboratories answer, at once and later, in one voice and in several. */
class AnswersTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LinkedNode at;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    at = LinkedNode.start(folder, lab);
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private JsonNode oneParked() {
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    return at.parked().get(0);
  }

  private Got sent(String kind) {
    Eventually.eventually(SOON, () -> assertTrue(!lab.orders(kind).isEmpty()));
    return lab.orders(kind).getFirst();
  }

  /** One that the laboratory answers so. */
  private OrderRow answered(java.util.function.Function<Got, String> answer) {
    lab.answers(answer);
    return at.open();
  }

  private OrderRow accepted() {
    return at.reached(answered(g -> g.all("OK")), LowStatus.REQUISITION_CREATED);
  }

  @Test
  void whatIsTakenInPartWaitsForSomebody() {
    OrderRow order = answered(g -> g.answer("AA", "OK", "UA"));
    JsonNode one = oneParked();
    assertEquals("the laboratory takes some of the tests", one.get("error").asText());
    assertEquals(LowStatus.ORDERED, at.now(order).status().low());
    at.act(one, "settle", "{\"outcome\":\"accepted\"}").expect(200);
    at.reached(order, LowStatus.REQUISITION_CREATED);
    at.act(one, "settle", "{\"outcome\":\"accepted\"}").expect(400);
    at.messages(order, "order done");
  }

  @Test
  void anErrorThatTakesSomeTestsIsNoRefusal() {
    OrderRow order = answered(g -> g.answer("AE", "OK", "UA"));
    oneParked();
    assertEquals(LowStatus.ORDERED, at.now(order).status().low());
  }

  @Test
  void whatMayHaveArrivedIsTakenBackThere() {
    OrderRow order = answered(g -> g.answer("AA", "OK", "UA"));
    oneParked();
    lab.answers(g -> g.all("CR"));
    at.cancel(order);
    assertEquals(sent("NW").sample(), sent("CA").sample());
    at.messages(order, "order void", "cancel done");
    at.dispatches(order, "order done", "cancel done");
    assertEquals(0, at.parked().size());
  }

  @Test
  void whatIsRefusedAsAWholeIsNotTakenBack() {
    OrderRow order = at.reached(answered(g -> g.all("UA")), LowStatus.CANCELLED);
    at.dispatches(order, "order parked", "cancel done");
    OrderRow next = accepted();
    at.messages(next, "order done");
    assertEquals(List.of(), lab.orders("CA"));
    assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
  }

  @Test
  void anOrderThatIsRefusedWhileItsCancellationWaitsIsNotTakenBack() {
    lab.behaviour = (g, line) -> {};
    OrderRow order = at.open();
    sent("NW");
    at.cancel(order);
    at.messages(order, "order waiting", "cancel waiting");
    lab.answers(g -> g.answer("AE"));
    lab.hangUp();
    at.messages(order, "order parked", "cancel void");
    at.dispatches(order, "order parked", "cancel done");
    at.messages(accepted(), "order done");
    assertEquals(List.of(), lab.orders("CA"));
  }

  @Test
  void theLaboratoryMayCancelWhatItHadAccepted() {
    OrderRow order = accepted();
    lab.say(sent("NW").answer("AA", "OC", "OC"));
    at.reached(order, LowStatus.CANCELLED);
    assertEquals(List.of("ordered", "requisition_created", "cancelled"), at.steps(order));
    at.dispatches(order, "order done", "cancel done");
    OrderRow next = accepted();
    at.messages(next, "order done");
    assertEquals(List.of(), lab.orders("CA"));
    at.messages(order, "order done");
  }

  @Test
  void theLaboratoryMayCancelInItsFirstAnswer() {
    OrderRow order = at.reached(answered(g -> g.all("OC")), LowStatus.CANCELLED);
    at.dispatches(order, "order done", "cancel done");
    at.messages(accepted(), "order done");
    assertEquals(List.of(), lab.orders("CA"));
    assertEquals(List.of("ordered", "cancelled"), at.steps(order));
  }

  @Test
  void aLateRefusalEndsTheOrder() {
    OrderRow order = accepted();
    lab.say(sent("NW").all("UA"));
    at.reached(order, LowStatus.CANCELLED);
    assertEquals(
        List.of("ordered", "requisition_created", "cancelled fulfillment_error"), at.steps(order));
    at.messages(order, "order parked");
    assertEquals(order.id().toString(), oneParked().get("order_id").asText());
  }

  @Test
  void aLateRefusalOfSomeTestsWaitsForSomebody() {
    OrderRow order = accepted();
    lab.say(sent("NW").answer("AA", "OK", "OC"));
    oneParked();
    assertEquals(LowStatus.REQUISITION_CREATED, at.now(order).status().low());
  }

  @Test
  void aLateWordThatACancellationCameTooLateIsTold() {
    OrderRow order = accepted();
    lab.answers(g -> g.answer("AA"));
    at.cancel(order);
    at.messages(order, "order done", "cancel done");
    lab.say(sent("CA").all("UC"));
    assertEquals("too late to cancel", oneParked().get("error").asText());
    assertEquals("cancel", oneParked().get("kind").asText());
    assertEquals(LowStatus.CANCELLED, at.now(order).status().low());
  }

  @Test
  void aCancellationByTheLaboratoryThatComesTooLateIsSomebodysToJudge() {
    OrderRow order = accepted();
    at.node.db().query("update lab_order set status = 'completed' where id = $1", order.id());
    lab.say(sent("NW").all("OC"));
    assertEquals(
        "cancelled by the laboratory, the order is completed", oneParked().get("error").asText());
    assertEquals(LowStatus.COMPLETED, at.now(order).status().low());
  }

  @Test
  void aCancellationWaitsForTheApplicationOnlySoLong() {
    lab.answers(g -> g.kind().equals("NW") ? g.answer("CA") : g.all("CR"));
    OrderRow order = at.open();
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
            ScriptedLab.say(line, g.answer("AE") + "ERR|||205^known^HL70357|E\r");
          }
        };
    OrderRow order = at.reached(at.open(), LowStatus.REQUISITION_CREATED);
    at.messages(order, "order done");
    assertEquals(lab.orders("NW").getFirst().controlId(), lab.orders("NW").getLast().controlId());
  }

  @Test
  void aRefusalOfWhatWeDoNotKnowWaitsForSomebody() {
    OrderRow order = accepted();
    Got got = sent("NW");
    lab.say(got.all("OC").replace(got.controlId(), "unknown"));
    assertEquals("answers no message of ours", oneParked().get("error").asText());
    assertEquals(LowStatus.REQUISITION_CREATED, at.now(order).status().low());
  }

  @Test
  void whatIsTakenAfterItWasRefusedIsTakenBackThere() {
    OrderRow order = at.reached(answered(g -> g.answer("AE")), LowStatus.CANCELLED);
    at.dispatches(order, "order parked", "cancel done");
    lab.answers(g -> g.all("CR"));
    lab.say(sent("NW").all("OK"));
    assertEquals(sent("NW").sample(), sent("CA").sample());
    at.messages(order, "order done", "cancel done");
    assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
  }

  @Test
  void aCancellationThatWasNotNeededIsSentWhenItIs() {
    lab.behaviour = (g, line) -> {};
    OrderRow order = at.open();
    sent("NW");
    at.cancel(order);
    at.messages(order, "order waiting", "cancel waiting");
    lab.answers(g -> g.answer("AE"));
    lab.hangUp();
    at.messages(order, "order parked", "cancel void");
    lab.answers(g -> g.all("CR"));
    at.act(oneParked(), "settle", "{\"outcome\":\"accepted\"}").expect(200);
    at.messages(order, "order done", "cancel done");
    assertEquals(1, lab.orders("CA").size());
  }
}
