package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LinkedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Answer;
import io.tributary.testkit.Eventually;
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

/** People, answers and cancellations at the same message at the same moment. */
class RacesTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LinkedNode at;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    at = LinkedNode.start(folder, lab, LinkedNode.HASTY);
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private OrderRow order;

  private JsonNode parked() {
    lab.answers(g -> g.answer("AA", "OK", "UA"));
    order = at.open();
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    return at.parked().get(0);
  }

  private void untilSomebodyWaits() {
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
    lab.answers(g -> g.all("OK"));
    CompletableFuture<Answer> replay =
        at.node
            .db()
            .tx(
                tx -> {
                  at.orders.book().lock(tx, order.id()).orElseThrow();
                  CompletableFuture<Answer> call =
                      CompletableFuture.supplyAsync(() -> at.act(one, "replay", null));
                  untilSomebodyWaits();
                  tx.query(
                      "select 1 from lab_message where id = $1 for update nowait",
                      UUID.fromString(one.get("id").asText()));
                  return call;
                });
    replay.get(30, TimeUnit.SECONDS).expect(200);
    at.reached(order, LowStatus.REQUISITION_CREATED);
  }

  @Test
  void whoSettlesWhatHasEndedMeanwhileIsTold() throws Exception {
    JsonNode one = parked();
    CompletableFuture<Answer> settle =
        at.node
            .db()
            .tx(
                tx -> {
                  OrderRow held = at.orders.book().lock(tx, order.id()).orElseThrow();
                  CompletableFuture<Answer> call =
                      CompletableFuture.supplyAsync(
                          () -> at.act(one, "settle", "{\"outcome\":\"refused\"}"));
                  untilSomebodyWaits();
                  tx.update(
                      "update lab_message set state = 'done' where id = $1",
                      UUID.fromString(one.get("id").asText()));
                  at.orders
                      .book()
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
    lab.answers(g -> g.all("OK"));
    order = at.reached(at.open(), LowStatus.REQUISITION_CREATED);
    // A link that nobody owns, so that this test is the only one to take from it.
    at.node
        .db()
        .query(
            "update lab_message set link = 'nobody', state = 'waiting', attempt = 0, due_at = now()"
                + " where order_id = $1",
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
                  // Whoever waits for the row does so by now, and whoever passes it has passed it.
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
