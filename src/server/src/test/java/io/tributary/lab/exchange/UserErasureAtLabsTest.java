package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.result.MessageLock;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResources;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Laboratory data of deleted users: orders are canceled, and late results are removed. */
class UserErasureAtLabsTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private ScriptedLab lab;
  private LabConnectedNode at;
  private LabResultSender lis;
  private Map<String, String> key;

  @BeforeEach
  void start() throws Exception {
    lab = new ScriptedLab(vertx);
    int port = TestResources.port();
    at =
        LabConnectedNode.start(
            folder,
            LabConnectedNode.to(lab)
                + ", \"at\": {\"host\": \"127.0.0.1\", \"port\": "
                + port
                + "}",
            "TRIBUTARY_MAINTENANCE_INTERVAL",
            "100ms");
    lis = new LabResultSender(vertx, port, Optional.empty());
    String made =
        at.node
            .callManagement(
                "POST",
                "/v1/org/" + at.node.first().org() + "/team_api_keys/production/us",
                "{\"label\":\"l\",\"team_id\":\"" + at.node.first().team() + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    key = Map.of("x-service-api-key", made);
  }

  @AfterEach
  void stop() throws Exception {
    at.close();
    lab.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private void delete(OrderRow order) {
    at.node.send("DELETE", "/v2/user/" + order.user(), null, key).expect(200);
  }

  private JsonNode erased(OrderRow order) {
    at.node
        .db()
        .query(
            "update app_user set deleted_at = now() - interval '8 days' where id = $1",
            order.user());
    String path = "/v2/user/" + order.user() + "/erasure_receipt";
    Eventually.eventually(
        SOON, () -> assertEquals(200, at.node.send("GET", path, null, key).status()));
    return at.node.send("GET", path, null, key).json().get("receipt");
  }

  private void send(String message) {
    String answer = lis.request(message);
    assertTrue(answer.contains("MSA|AA|"), answer);
  }

  /** Returns state and presence of a body for each inbound message. */
  private List<String> inbound() {
    return at.texts(
        "select state || case when body = '' then ' emptied' else '' end as t from lab_message"
            + " where direction = 'in' order by id");
  }

  @Test
  void theLaboratoryIsToldAndItsLateResultsAreThrownAway() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    OrderRow other = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    String sample = order.sampleId().orElseThrow();
    delete(order);
    assertEquals(LowStatus.CANCELLED, at.now(order).status().low());
    at.messages(order, "order done", "cancel done");
    assertEquals(1, lab.orders("CA").size());
    // Before the erasure it is a pending result with the patient's name.
    send(OrderReports.of(order, sample, "R1"));
    Eventually.eventually(SOON, () -> assertEquals(List.of("unmatched"), inbound()));
    JsonNode receipt = erased(order);
    assertEquals(1, receipt.at("/laboratories/cancellations_told").asInt());
    assertEquals(0, receipt.at("/laboratories/cancellations_not_told").asInt());
    assertEquals(1, receipt.at("/erased/lab_unmatched_result").asInt());
    assertEquals(List.of("unmatched emptied"), inbound());

    send(OrderReports.of(order, sample, "R2"));
    Eventually.eventually(
        SOON, () -> assertEquals(List.of("unmatched emptied", "done emptied"), inbound()));
    assertEquals(0, at.texts("select 'x' as t from lab_unmatched_result").size());

    // A message that also concerns another, pending patient loses the erased part and is kept.
    send(reportWithUnknownSample(order, "R3"));
    Eventually.eventually(SOON, () -> assertEquals("unmatched", inbound().getLast()));
    assertEquals(1, at.texts("select 'x' as t from lab_unmatched_result").size());
    String parted =
        at.texts("select id::text as t from lab_message where direction = 'in' and body <> ''")
            .getFirst();
    at.node.db().query("update lab_order set sample_id = 'TR77' where id = $1", other.id());
    replay(UUID.fromString(parted));
    at.awaitStatus(other, LowStatus.COMPLETED);
    // Without a pending patient the message is not kept.
    send(OrderReports.of(order, sample, "R4"));
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                List.of("unmatched emptied", "done emptied", "done", "done emptied"), inbound()));
  }

  /** Builds a report about the order's sample and an unknown sample. */
  private static String reportWithUnknownSample(OrderRow order, String id) {
    return OrderReports.of(order, order.sampleId().orElseThrow(), id)
        + OrderReports.of("TR77", "ORC|RE|#-%||#\r", "#-%", "", id)
            .replaceFirst("(?s).*?\\r(?=PID)", "");
  }

  @Test
  void allMessagesThatAnotherWaitsForAreKeptHoweverMany() {
    int many = 23;
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    for (int i = 1; i <= many; i++) {
      send(reportWithUnknownSample(order, "R" + i));
    }
    List<String> all = Collections.nCopies(many, "unmatched");
    Eventually.eventually(SOON, () -> assertEquals(all, inbound()));
    delete(order);
    JsonNode receipt = erased(order);
    assertEquals(many, receipt.at("/erased/lab_message_freed").asInt(), receipt.toString());
    assertEquals(all, inbound());
  }

  /** Uses more messages than one batch examines. */
  @Test
  void amongManyMessagesThatCannotBePartedTheOneThatCanIsFound() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    send(reportWithUnknownSample(order, "R1"));
    at.awaitStatus(order, LowStatus.COMPLETED);
    Eventually.eventually(SOON, () -> assertEquals(List.of("unmatched"), inbound()));
    UUID one = message();
    int many = 501;
    at.node
        .db()
        .query(
            """
            with copy as (
              insert into lab_message
              select (jsonb_populate_record(m, jsonb_build_object('id', i::text::uuid,
                       'control_id', i, 'body', '\\x78'))).*
                from lab_message m,
                     (select lpad(n::text, 32, '0') as i from generate_series(1, $2::int) n) i
               where m.id = $1
              returning id
            ), mine as (
              insert into lab_result_message
              select (jsonb_populate_record(h, jsonb_build_object('lab_message_id', c.id))).*
                from lab_result_message h, copy c where h.lab_message_id = $1
            )
            insert into lab_unmatched_result
            select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(), 'lab_message_id', c.id))).*
              from lab_unmatched_result w, copy c where w.lab_message_id = $1
            """,
            one,
            many);
    delete(order);
    erased(order);
    assertEquals(many, Collections.frequency(inbound(), "unmatched emptied"));
    assertEquals(1, Collections.frequency(inbound(), "unmatched"));
  }

  @Test
  void ofAMessageAboutSeveralOnlyTheErasedOneIsTakenOutWhileAnotherWaits() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    OrderRow other = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    send(reportWithUnknownSample(order, "R1"));
    at.awaitStatus(order, LowStatus.COMPLETED);
    Eventually.eventually(SOON, () -> assertEquals(List.of("unmatched"), inbound()));
    delete(order);
    JsonNode receipt = erased(order);
    assertEquals(1, receipt.at("/erased/lab_message_freed").asInt(), receipt.toString());
    assertEquals(List.of("unmatched"), inbound());
    // Its owner is identified later.
    at.node.db().query("update lab_order set sample_id = 'TR77' where id = $1", other.id());
    replay(message());
    at.awaitStatus(other, LowStatus.COMPLETED);
    assertEquals(List.of("done"), inbound());
  }

  private UUID message() {
    return UUID.fromString(
        at.texts("select id::text as t from lab_message where direction = 'in'").getFirst());
  }

  private void replay(UUID id) {
    at.node
        .callManagement(
            "POST", "/v1/org/" + at.node.first().org() + "/lab_message/" + id + "/replay", null)
        .expect(200);
  }

  @Test
  void aMessageIsPartedOrReadButNeverBothAtOnce() {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    OrderRow other = at.openOrder();
    send(reportWithUnknownSample(order, "R1"));
    at.awaitStatus(order, LowStatus.COMPLETED);
    Eventually.eventually(SOON, () -> assertEquals(List.of("unmatched"), inbound()));
    UUID id = message();
    String bytes = "select md5(body) as t from lab_message where direction = 'in'";
    List<String> before = at.texts(bytes);
    delete(order);
    at.node.db().query("delete from lab_order where id = $1", other.id());
    delete(other);
    at.node
        .db()
        .tx(
            tx -> {
              MessageLock.acquire(tx, id);
              at.node
                  .db()
                  .query(
                      "update app_user set deleted_at = now() - interval '9 days' where id = $1",
                      order.user());
              // A user who has waited longer would have been processed first.
              erased(other);
              assertEquals(before, at.texts(bytes), "it is being read");
              return null;
            });
    erased(order);
    assertNotEquals(before, at.texts(bytes));
    assertEquals(List.of("unmatched"), inbound());

    // A message that was claimed for reading but no longer waits is not read.
    String taken =
        "select 1::text as t from lab_message where direction = 'in' and lease_expires_at is not"
            + " null";
    at.node
        .db()
        .tx(
            tx -> {
              MessageLock.acquire(tx, id);
              replay(id);
              Eventually.eventually(SOON, () -> assertEquals(1, at.texts(taken).size()));
              tx.query("delete from lab_unmatched_result where lab_message_id = $1", id);
              tx.query("update lab_message set body = '' where id = $1", id);
              return null;
            });
    Eventually.eventually(SOON, () -> assertEquals(List.of("done emptied"), inbound()));
    assertEquals(0, at.texts("select 'x' as t from lab_unmatched_result").size());
  }

  @Test
  void aUserWaitsUntilTheLaboratoryWasToldButNotForEver() throws Exception {
    OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
    OrderRow other = at.openOrder();
    at.awaitStatus(other, LowStatus.REQUISITION_CREATED);
    lab.close();
    lab.lines.forEach(l -> l.close());
    delete(order);
    at.messages(order, "order done", "cancel waiting");
    at.node
        .db()
        .query(
            "update app_user set deleted_at = now() - interval '8 days' where id = $1",
            order.user());
    // A user without a blocking message is erased meanwhile.
    at.node.db().query("delete from lab_order where id = $1", other.id());
    delete(other);
    erased(other);
    assertEquals(List.of("cancel waiting"), at.messages(order).subList(1, 2));
    at.node
        .db()
        .query(
            "update app_user set deleted_at = now() - interval '11 days' where id = $1",
            order.user());
    String path = "/v2/user/" + order.user() + "/erasure_receipt";
    Eventually.eventually(
        SOON, () -> assertEquals(200, at.node.send("GET", path, null, key).status()));
    JsonNode told = at.node.send("GET", path, null, key).json().at("/receipt/laboratories");
    assertEquals(1, told.get("cancellations_not_told").asInt(), told.toString());
  }
}
