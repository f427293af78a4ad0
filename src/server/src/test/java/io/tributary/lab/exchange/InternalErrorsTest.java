package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.Defaults;
import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.LogCapture;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Internal errors are limited in number, do not affect other traffic, and do not expose a patient's
 * name.
 */
class InternalErrorsTest {
  private static final String SECRET = "Quillfeather";

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final LogCapture log = new LogCapture();
  private ScriptedLab lab;
  private LabConnectedNode at;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    at = LabConnectedNode.start(folder, lab);
  }

  @AfterEach
  void stop() throws Exception {
    log.close();
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** Makes the database reject such changes with an error that quotes sensitive data. */
  private void failChanges(String table, String what, String when) {
    at.node
        .db()
        .query(
            "create or replace function trip() returns trigger language plpgsql as $$ begin raise"
                + " exception 'row of "
                + SECRET
                + "'; end $$");
    at.node
        .db()
        .query(
            "create trigger trip before "
                + what
                + " on "
                + table
                + " for each row when ("
                + when
                + ") execute function trip()");
  }

  private void removeFailure(String table) {
    at.node.db().query("drop trigger trip on " + table);
  }

  @Test
  void anAnswerThatCannotBeNotedDoesNotHoldUpTheLink() {
    failChanges(
        "lab_order", "update", "new.status = 'requisition_created' and new.sample_id like '%'");
    OrderRow order = at.openOrder();
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    JsonNode one = at.parked().get(0);
    assertEquals("internal error: PgException P0001", one.get("error").asText());
    assertEquals(3, lab.orders("NW").size());
    at.dispatches(order, "order parked");
    removeFailure("lab_order");
    at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    at.operatorAction(one, "replay", null).expect(200);
    at.awaitStatus(order, LowStatus.REQUISITION_CREATED);
    assertEquals(
        1,
        lab.orders("NW").stream()
            .filter(g -> g.controlId().equals(one.get("control_id").asText()))
            .map(ScriptedLab.ReceivedMessage::text)
            .distinct()
            .count());
    assertEquals(List.of(), log.linesContaining(SECRET));
    assertFalse(log.linesContaining("answer not written").isEmpty());
  }

  @Test
  void othersGoOnBesideOneWhoseAnswerCannotBeNoted() {
    OrderRow first =
        at.orders.open(
            at.production,
            at.user(),
            io.tributary.lab.state.Modality.WALK_IN,
            Optional.of(java.time.Instant.now().plusSeconds(86_400)),
            Optional.empty());
    failChanges(
        "lab_order",
        "update",
        "new.status = 'requisition_created' and new.id = '" + first.id() + "'");
    at.node.db().query("update lab_order set activate_at = null where id = $1", first.id());
    at.node
        .db()
        .query("update lab_order_dispatch set due_at = now() where order_id = $1", first.id());
    Eventually.eventually(SOON, () -> assertFalse(lab.orders("NW").isEmpty()));
    at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    at.messages(first, "order parked");
    assertEquals(4, lab.orders("NW").size());
  }

  @Test
  void whatCannotBeWrittenIsLoggedWithoutItsWords() {
    failChanges("lab_message", "insert", "new.direction = 'out'");
    OrderRow order = at.openOrder();
    at.dispatches(order, "order parked");
    assertEquals(
        List.of("PgException P0001"),
        at.texts("select error as t from lab_order_dispatch where order_id = $1", order.id()));
    assertEquals(List.of(), log.linesContaining(SECRET));
    assertEquals(3, log.linesContaining("lab message not created").size());
  }

  @Test
  void whatCannotBeReadIsLoggedWithoutItsWordsAndReadAgainWhenAsked() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    failChanges("lab_result", "insert", "true");
    lab.send(OrderReports.of(order, at.now(order).sampleId().orElseThrow(), "1"));
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    JsonNode one = at.parked().get(0);
    assertEquals("in", one.get("direction").asText());
    assertEquals("PgException P0001", one.get("error").asText());
    assertEquals(List.of(), log.linesContaining(SECRET));
    removeFailure("lab_result");
    at.operatorAction(one, "replay", null).expect(200);
    at.awaitStatus(order, LowStatus.COMPLETED);
    assertEquals(0, at.parked().size());
  }

  @Test
  void aRefusalIsReadAgainOnlySoOften() {
    LabExchangeConfig u = Defaults.config().labExchange();
    LabConnections links = LabConnectionsTest.load(u);
    UUID message = arrived();
    refusing(links, u, ServiceException.badRequest("no"))
        .run(storedMessage(message, u.maxReadAttempts() - 1));
    assertEquals(List.of("waiting INVALID"), state(message));
    refusing(links, u, ServiceException.badRequest("no"))
        .run(storedMessage(message, u.maxReadAttempts()));
    assertEquals(List.of("parked INVALID"), state(message));
    Eventually.eventually(SOON, () -> assertEquals(1, at.parked().size()));
    UUID other = arrived();
    ServiceException away =
        ServiceException.unavailable("the database is away", java.time.Duration.ofSeconds(1));
    refusing(links, u, away).run(storedMessage(other, 10 * u.maxReadAttempts()));
    assertEquals(List.of("waiting UNAVAILABLE"), state(other));
  }

  private LabMessageJob refusing(
      LabConnections links, LabExchangeConfig settings, ServiceException how) {
    ExchangeMetrics meters = new ExchangeMetrics(new Metrics());
    MessageEncryption seal = new MessageEncryption(at.node.secrets());
    return new LabMessageJob(
        at.node.db(),
        settings,
        links,
        new LabAckHandler(settings, at.orders.lifecycle(), links, meters),
        (tx, id, l, environment, report, parting) -> {
          throw how;
        },
        seal,
        new SplitMessages(links, seal),
        meters);
  }

  private static byte[] report(UUID id) {
    return ScriptedLab.head("ORU^R01", id.toString())
        .concat("PID|1||1||A^B\rOBR|1|X-1||1^T^L\r")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private UUID arrived() {
    UUID id = Ids.uuid();
    at.node
        .db()
        .query(
            "insert into lab_message (id, connection_name, direction, kind, sender, control_id,"
                + " hash, body, lease_expires_at) values ($1, 'sandbox', 'in', 'result', 's', $2,"
                + " '', $3, now() + interval '1 hour')",
            id,
            id.toString(),
            io.vertx.core.buffer.Buffer.buffer(report(id)));
    return id;
  }

  private static LabMessageRepo.StoredMessage storedMessage(UUID id, int attempt) {
    return new LabMessageRepo.StoredMessage(
        id,
        "sandbox",
        "result",
        Optional.empty(),
        "s",
        id.toString(),
        report(id),
        Optional.empty(),
        "waiting",
        attempt);
  }

  private List<String> state(UUID message) {
    List<String> out =
        at.texts("select state || ' ' || error as t from lab_message where id = $1", message);
    // The lease keeps other readers away.
    at.node
        .db()
        .query(
            "update lab_message set lease_expires_at = now() + interval '1 hour' where id = $1",
            message);
    assertTrue(out.size() == 1);
    return out;
  }
}
