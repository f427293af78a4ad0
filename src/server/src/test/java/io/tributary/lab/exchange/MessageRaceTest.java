package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent access of operators, responses and cancellations to the same message. */
class MessageRaceTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LabConnectedNode at;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    at = LabConnectedNode.start(folder, lab, LabConnectedNode.SHORT_ANSWER_TIMEOUT);
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private OrderRow order;

  private JsonNode parked() {
    lab.setResponse(g -> g.answer("AA", "OK", "UA"));
    order = at.openOrder();
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    return at.parked().get(0);
  }

  private void awaitBlockedTransaction() {
    Eventually.eventually(
        SOON,
        () ->
            assertTrue(
                !at.texts("select 'x' as t from pg_locks where not granted").isEmpty(),
                "nobody waits"));
  }

  @Test
  void whoTakesAMessageUpAgainLocksItsOrderFirst() throws Exception {
    JsonNode one = parked();
    lab.setResponse(g -> g.answerAll("OK"));
    CompletableFuture<TestResponse> replay =
        at.node
            .db()
            .tx(
                tx -> {
                  at.orders.lifecycle().lock(tx, order.id()).orElseThrow();
                  CompletableFuture<TestResponse> call =
                      CompletableFuture.supplyAsync(() -> at.operatorAction(one, "replay", null));
                  awaitBlockedTransaction();
                  tx.query(
                      "select 1 from lab_message where id = $1 for update nowait",
                      UUID.fromString(one.get("id").asText()));
                  return call;
                });
    replay.get(30, TimeUnit.SECONDS).expect(200);
    at.awaitStatus(order, LowStatus.REQUISITION_CREATED);
  }

  @Test
  void whoSettlesWhatHasEndedMeanwhileIsTold() throws Exception {
    JsonNode one = parked();
    CompletableFuture<TestResponse> settle =
        at.node
            .db()
            .tx(
                tx -> {
                  OrderRow held = at.orders.lifecycle().lock(tx, order.id()).orElseThrow();
                  CompletableFuture<TestResponse> call =
                      CompletableFuture.supplyAsync(
                          () -> at.operatorAction(one, "settle", "{\"outcome\":\"refused\"}"));
                  awaitBlockedTransaction();
                  tx.update(
                      "update lab_message set state = 'done' where id = $1",
                      UUID.fromString(one.get("id").asText()));
                  at.orders
                      .lifecycle()
                      .move(
                          tx,
                          held,
                          io.tributary.lab.state.Status.of(LowStatus.REQUISITION_CREATED));
                  return call;
                });
    settle.get(30, TimeUnit.SECONDS).expect(400);
    assertEquals(LowStatus.REQUISITION_CREATED, at.now(order).status().low());
  }

  @Test
  void whatWasSentBeforeCountsAsSentWhenItIsTakenUpAgain() {
    JsonNode one = parked();
    lab.behaviour = (g, line) -> {};
    int attempts =
        at.node
            .db()
            .tx(
                tx -> {
                  UUID id = UUID.fromString(one.get("id").asText());
                  LabMessageRepo.replay(tx, id).orElseThrow();
                  return tx.first("select attempt from lab_message where id = $1", id)
                      .orElseThrow()
                      .getInteger("attempt");
                });
    assertEquals(1, attempts);
  }

  @Test
  void whatIsVoidedAtThisMomentIsNotSent() throws Exception {
    lab.setResponse(g -> g.answerAll("OK"));
    order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    // A connection without an owner, so that this test is its only reader.
    at.node
        .db()
        .query(
            "update lab_message set connection_name = 'nobody', state = 'waiting', attempt = 0,"
                + " due_at = now() where order_id = $1",
            order.id());
    CompletableFuture<Optional<?>> taken =
        at.node
            .db()
            .tx(
                tx -> {
                  tx.update(
                      "update lab_message set state = 'void' where order_id = $1", order.id());
                  CompletableFuture<Optional<?>> next =
                      CompletableFuture.supplyAsync(
                          () -> at.node.db().tx(t -> LabMessageRepo.claimNext(t, "nobody")));
                  // By now a reader that waits for the row is blocked, and a reader that skips it
                  // has finished.
                  Eventually.eventually(
                      SOON,
                      () ->
                          assertTrue(
                              next.isDone()
                                  || !at.texts("select 'x' as t from pg_locks where not granted")
                                      .isEmpty()));
                  return next;
                });
    assertEquals(Optional.empty(), taken.get(30, TimeUnit.SECONDS));
    at.messages(order, "order void");
  }
}
