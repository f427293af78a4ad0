package io.tributary.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Entries that a node writes to the audit trail, and access to the trail. */
class AuditTest {
  private static TestNode node;
  private static String trail;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_AUDIT_POLL_INTERVAL", "20ms",
            "TRIBUTARY_AUDIT_SOURCE", "forwarded",
            "TRIBUTARY_AUDIT_CHECKPOINT_INTERVAL", "50ms");
    trail = "/v1/org/" + node.first().org() + "/audit";
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void eventually(Runnable assertion) {
    Eventually.eventually(Duration.ofSeconds(60), assertion);
  }

  private static List<JsonNode> entries(String query) {
    List<JsonNode> out = new ArrayList<>();
    node.callManagement("GET", trail + query, null)
        .expect(200)
        .json()
        .get("entries")
        .forEach(out::add);
    return out;
  }

  private static List<String> auditRows(String query) {
    return entries(query).stream()
        .map(
            e ->
                String.join(
                    " ",
                    e.get("kind").asText(),
                    e.get("actor").asText(),
                    e.get("method").asText(),
                    e.get("route").asText(),
                    e.get("status").asText()))
        .toList();
  }

  private static String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + UUID.randomUUID() + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  @Test
  void readsAndChangesAreToldWithTheirCallerAndWithoutTheirValues() {
    String user = user();
    node.send(
            "GET",
            "/v2/summary/sleep/" + user + "?start_date=2024-01-01&end_date=2024-01-31",
            null,
            Map.of(
                "x-service-api-key", node.first().apiKey(),
                "traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01",
                "x-forwarded-for", "203.0.113.9, 198.51.100.7"))
        .expect(200);
    node.call("DELETE", "/v2/user/" + user, null).expect(200);
    String of = "?user_id=" + user + "&environment=sandbox";
    eventually(
        () ->
            assertEquals(
                List.of(
                    "change api_key DELETE /v2/user/{user_id} 200",
                    "begun api_key DELETE /v2/user/{user_id} null",
                    "read api_key GET /v2/summary/sleep/{user_id} 200",
                    "change api_key POST /v2/user 200"),
                auditRows(of)));
    JsonNode read = entries(of + "&kind=read").get(0);
    assertEquals(node.first().team().toString(), read.get("team_id").asText());
    assertEquals("0123456789abcdef0123456789abcdef", read.get("request_id").asText());
    assertEquals("198.51.100.7", read.get("source").asText());
    assertFalse(entries(of).toString().contains("2024-01"), "no queries");
    String key = read.get("actor_id").asText();
    assertEquals(1, entries(of + "&actor_id=" + key + "&kind=read").size());
    // Reading the trail is recorded too.
    assertTrue(
        auditRows("?user_id=" + user + "&kind=read")
            .contains("read management_key GET /v1/org/{org_id}/audit 200"));
  }

  @Test
  void whatAKeyMayNotSeeIsTold() {
    String nobody = UUID.randomUUID().toString();
    node.get("/v2/user/" + nobody).expect(404);
    eventually(
        () ->
            assertEquals(
                List.of("read api_key GET /v2/user/{user_id} 404"),
                auditRows("?environment=sandbox&user_id=" + nobody)));
  }

  @Test
  void theTrailIsReadInPages() {
    String user = user();
    for (int i = 0; i < 3; i++) {
      node.get("/v2/user/" + user).expect(200);
    }
    String query = trail + "?environment=sandbox&kind=read&limit=2&user_id=" + user;
    JsonNode first = node.callManagement("GET", query, null).expect(200).json();
    assertEquals(2, first.get("entries").size());
    String cursor = first.get("next_cursor").asText();
    JsonNode second =
        node.callManagement("GET", query + "&next_cursor=" + cursor, null).expect(200).json();
    assertEquals(1, second.get("entries").size());
    assertTrue(second.get("next_cursor").isNull());
    node.callManagement("GET", trail + "?next_cursor=" + cursor, null).expect(400);
    node.callManagement("GET", trail + "?kind=war&from=x&limit=0", null).expect(422);
  }

  @Test
  void signingInWithATokenIsToldThoughItTakesNoKey() {
    String user = user();
    String token =
        node.post("/v2/user/" + user + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    node.send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"" + token + "\"}", Map.of())
        .expect(200);
    eventually(
        () ->
            assertTrue(
                auditRows("?kind=internal&user_id=" + user)
                    .contains("internal user_sign_in - user signed in null")));
  }

  @Test
  void aNoteLivesAndDiesWithItsTransaction() {
    UUID made = UUID.randomUUID();
    UUID undone = UUID.randomUUID();
    node.db().<Void>tx(tx -> recordErasure(tx, made));
    try {
      node.db()
          .tx(
              tx -> {
                recordErasure(tx, undone);
                throw new IllegalArgumentException("undone");
              });
    } catch (IllegalArgumentException expected) {
      // expected
    }
    eventually(
        () ->
            assertEquals(
                List.of("internal housekeeping - user erased null"),
                auditRows("?kind=internal&user_id=" + made)));
    assertEquals(List.of(), auditRows("?kind=internal&user_id=" + undone));
    assertEquals(0, node.db().query("select from audit_outbox").size());
  }

  private static Void recordErasure(io.tributary.db.Tx tx, UUID user) {
    SystemAuditEvents.recordUserEvent(tx, "housekeeping", node.tenant(), user, "user erased");
    return null;
  }

  @Test
  void nothingIsAnsweredBeforeItsRowIsStoredUnlessReadsAreBatched() throws Exception {
    String user = user();
    try (TestNode batched =
        node.startPeer(
            "TRIBUTARY_AUDIT_READ_MODE", "batched", "TRIBUTARY_HTTP_REQUEST_TIMEOUT", "3s")) {
      eventually(() -> batched.get("/v2/user/" + user).expect(200));
      SqlConnection lock = node.db().transactionPool().getConnection().await();
      var transaction = lock.begin().await();
      CompletableFuture<Integer> answer;
      try {
        lock.query("lock table audit_entry in access exclusive mode").execute().await();
        answer =
            CompletableFuture.supplyAsync(() -> node.get("/v2/user/" + user).expect(200).status());
        eventually(
            () ->
                assertTrue(
                    node.db()
                            .query(
                                "select 1 from pg_stat_activity where wait_event_type = 'Lock' and"
                                    + " query like '%insert into audit_entry%'")
                            .size()
                        > 0));
        eventually(() -> batched.get("/v2/user/" + user).expect(200));
        assertFalse(answer.isDone());
        batched.call("DELETE", "/v2/user/" + user, null).expect(503);
      } finally {
        transaction.rollback().await();
        lock.close().await();
      }
      assertEquals(200, answer.get());
      // A request that returned 503 while its entry waited is not carried out later,
      // although its entry is written.
      eventually(
          () ->
              assertEquals(
                  List.of(
                      "change api_key DELETE /v2/user/{user_id} 503",
                      "begun api_key DELETE /v2/user/{user_id} null"),
                  auditRows("?environment=sandbox&user_id=" + user).stream()
                      .filter(t -> t.contains("DELETE"))
                      .toList()));
      batched.call("DELETE", "/v2/user/" + UUID.randomUUID(), null).expect(404);
    }
    eventually(
        () -> assertEquals(3, entries("?environment=sandbox&kind=read&user_id=" + user).size()));
    node.get("/v2/user/" + user).expect(200);
    assertEquals(List.of(), AuditChainTest.verify(node, List.of()));
  }
}
