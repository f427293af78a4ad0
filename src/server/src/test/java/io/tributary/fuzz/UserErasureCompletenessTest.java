package io.tributary.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.Defaults;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.erasure.ErasureTables;
import io.tributary.erasure.ReceiptKey;
import io.tributary.erasure.Receipts;
import io.tributary.erasure.UserErasure;
import io.tributary.erasure.VacuumJob;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderBodies;
import io.tributary.link.LinkHarness;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.LogCapture;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.StoredValueScanner;
import io.tributary.testkit.TestResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Erases one of two users with data in every table, using workers that crash after a few rows each.
 * No trace of that user may remain, and the data of the other must be unchanged.
 */
class UserErasureCompletenessTest {
  /** Tables in which rows of the other user change on their own or by time. */
  private static final Set<String> CHANGING_TABLES =
      Set.of(
          "connection",
          "delivery",
          "delivery_attempt",
          "message",
          "pull_job",
          "historical_pull",
          "resource_status",
          "user_sequence",
          "continuous_query_task",
          // One row names both users.
          "bulk_export_audit");

  /** IDs that the service generates. */
  private static final Set<String> GENERATED_IDS =
      Set.of("user", "order", "placed order", "job", "connection");

  @TempDir static Path data;

  private static LogCapture log;
  private static LinkHarness link;
  private static Db db;
  private static StoredValueScanner traces;

  @BeforeAll
  static void start() {
    log = new LogCapture().includeDebug();
    link =
        new LinkHarness(
            "TRIBUTARY_DATA_DIR", data.toString(),
            "TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", CatalogueTestNode.FOLDER,
            "TRIBUTARY_MAINTENANCE_INTERVAL", "1h",
            // A machine that is busy with other tests must not look like an unavailable database.
            "TRIBUTARY_DB_CONNECT_TIMEOUT", "20s",
            "TRIBUTARY_CONTINUOUS_QUERY_DEFAULT_INTERVAL", "0s",
            "TRIBUTARY_CONTINUOUS_QUERY_CLAIM_INTERVAL", "100ms",
            "TRIBUTARY_PROVIDERS_GARMIN_API_URL", "http://127.0.0.1:9",
            "TRIBUTARY_PROVIDERS_GARMIN_TOKEN_URL", "http://127.0.0.1:9",
            "TRIBUTARY_CONNECTIONS_REVOKE_RETRY_SCHEDULE", "50ms,50ms",
            "TRIBUTARY_CONNECTIONS_REVOKE_INTERVAL", "50ms");
    db = link.node.db();
    traces = new StoredValueScanner(db, link.node.dbUrl());
    String org = "/v1/org/" + link.node.first().org();
    String team = link.node.first().team().toString();
    link.node
        .callManagement(
            "PATCH",
            org + "/team/" + team,
            "{\"sandbox\":{\"link_migration\":true,\"provider_raw_data\":true}}")
        .expect(200);
    link.node
        .callManagement(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"garmin\",\"client_id\":\"g\",\"client_secret\":\"s\"}"
                .formatted(team))
        .expect(200);
    // The port is closed, so attempts fail and are kept.
    link.node
        .callManagement(
            "POST",
            org + "/team/" + team + "/sandbox/webhook",
            "{\"url\":\"http://127.0.0.1:9/hook\"}")
        .expect(200);
  }

  @AfterAll
  static void stop() {
    link.close();
    log.close();
  }

  private static UserErasure erasure() {
    Encryption secrets = link.node.secrets();
    return new UserErasure(
        Defaults.config().users(),
        null,
        new ErasedSampleIds(secrets),
        new Receipts(db, secrets, new ReceiptKey(secrets), "1.2.3"),
        (message, places) -> Optional.empty());
  }

  /**
   * Erases in batches. Each batch first runs once in a transaction that fails before the commit, as
   * in a crash.
   */
  private static int erase(int rows) {
    for (int portions = 0; ; portions++) {
      assertThrows(
          SimulatedCrash.class,
          () ->
              db.tx(
                  tx -> {
                    erasure().eraseNextBatch(tx, rows);
                    throw new SimulatedCrash();
                  }));
      if (!db.tx(tx -> erasure().eraseNextBatch(tx, rows))) {
        return portions;
      }
      assertTrue(portions < 1000, "it comes to an end");
    }
  }

  private static final class SimulatedCrash extends RuntimeException {}

  private static long count(String from, Object... args) {
    return RowMapping.list(db.query("select count(*) from " + from, args), r -> r.getLong(0))
        .getFirst();
  }

  @Test
  void nothingOfAnErasedUserIsFoundAnywhere() throws Exception {
    int marker =
        db.query("select id from marker where name = 'Ferritin' order by id limit 1")
            .iterator()
            .next()
            .getInteger("id");
    OrderBodies bodies = new OrderBodies(link.node);
    MarkedUser gone = new MarkedUser(link, marker, bodies);
    MarkedUser kept = new MarkedUser(link, marker, bodies);
    String receipt = "/v2/user/" + gone.user() + "/erasure_receipt";
    link.node.get(receipt).expect(404);

    link.node.call("DELETE", "/v2/user/" + gone.user(), null).expect(200);
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> assertEquals(0, count("deregistration where user_id = $1", gone.user())));
    gone.insertAfterDeletion();
    Map<String, String> marks = new LinkedHashMap<>(gone.clearMarks);
    marks.putAll(gone.encryptedMarks);
    Map<String, List<String>> before = traces.find(marks);
    // Confirms that the search finds each mark before the erasure.
    assertEquals(new TreeSet<>(gone.clearMarks.keySet()), before.keySet());
    db.query("analyze");
    assertTrue(
        traces.find(marks).toString().contains("statistics of"), "the server knows values itself");
    assertEquals(0, erase(50), "not before the window is over");
    Map<String, String> ofKept = rows(kept);

    db.query(
        "update app_user set deleted_at = now() - interval '11 days' where id = $1", gone.user());
    db.query(
        "update lab_unmatched_result set created_at = now() where search = $1",
        gone.clearMarks.get("unfound"));
    db.query(
        """
        insert into lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id, status,
               decision_code, patient, search, fragments, reported_at)
        select gen_random_uuid(), gen_random_uuid(), 0, case when n > 0 then team_id end, environment,
               case when n = 1 then (select max(id) from lab where id <> lab_id) else lab_id end,
               case when n = 2 then 'resolved' else status end, decision_code,
               case when n = 3 then patient || '{"first_name": "Else"}' else patient end,
               'somebody else', fragments, reported_at
          from lab_unmatched_result, generate_series(0, 3) n where search = $1
        """,
        gone.clearMarks.get("unfound"));
    assertTrue(erase(12) > 10, "in many portions");
    assertEquals(0, erase(40));
    String others = "lab_unmatched_result where search = 'somebody else'";
    assertEquals(4, count(others), "of no team, another laboratory, decided, of another name");
    db.query("delete from " + others);

    Map<String, List<String>> left = findMarks(marks);
    left.values().forEach(places -> places.removeIf(p -> p.startsWith("statistics of")));
    left.values().removeIf(List::isEmpty);
    assertEquals(Map.of(), left);
    VacuumJob sweep = new VacuumJob(db, Duration.ZERO);
    while (sweep.run()) {
      // next table
    }
    assertEquals(Map.of(), findMarks(marks));
    assertEquals(0, count("erasure_vacuum"));
    assertEquals(ofKept, rows(kept));

    assertEquals(List.of(), StoredValueScanner.filesContaining(data, marks.values()));
    if (count("pg_tables where tablename like 'audit\\_%'") > 0) {
      GENERATED_IDS.forEach(marks::remove);
    }
    assertEquals(List.of(), traces.databaseFilesContaining(marks.values()));
    assertNotLogged(gone);
    TestResponse shown =
        OpenApiDocument.of(link.node).assertValid(link.node.get(receipt), 200, "getErasureReceipt");
    assertReceipt(gone, shown.json());
    link.node.get("/v2/user/" + kept.user() + "/erasure_receipt").expect(404);
  }

  /**
   * Returns where the marks are stored. An audit trail may keep random IDs and nothing else (ADR
   * 0127).
   */
  private static Map<String, List<String>> findMarks(Map<String, String> marks) {
    Map<String, List<String>> out = traces.find(marks);
    GENERATED_IDS.forEach(
        name ->
            out.getOrDefault(name, new ArrayList<>())
                .removeIf(p -> p.matches("(statistics of )?audit_.*")));
    out.values().removeIf(List::isEmpty);
    return out;
  }

  private static Map<String, String> rows(MarkedUser m) {
    Map<String, String> out = new TreeMap<>();
    m.clearMarks
        .values()
        .forEach(v -> traces.rowsContaining(v).forEach((t, h) -> out.put(t + " " + v, h)));
    out.keySet().removeIf(k -> CHANGING_TABLES.contains(k.substring(0, k.indexOf(' '))));
    return out;
  }

  /**
   * Checks that the log contains none of the user's marks except random IDs of orders, jobs and
   * connections.
   */
  private static void assertNotLogged(MarkedUser m) {
    assertTrue(log.lineCount() > 20, "something was logged");
    Map<String, String> words = new LinkedHashMap<>(m.clearMarks);
    words.putAll(m.encryptedMarks);
    Set.of("order", "placed order", "job", "connection").forEach(words::remove);
    words.forEach((name, value) -> assertEquals(List.of(), log.linesContaining(value), name));
  }

  private static void assertReceipt(MarkedUser m, JsonNode shown) throws Exception {
    JsonNode r = shown.get("receipt");
    Set<String> erased = new TreeSet<>();
    r.get("erased").fieldNames().forEachRemaining(erased::add);
    assertEquals(ErasureTables.receiptTables(), erased, "there was something of each kind");
    assertEquals("user_deleted", r.get("reason").asText());
    assertEquals("1.2.3", r.at("/software/version").asText());
    assertEquals(m.tenant.team, r.get("team_id").asText());
    List<String> told = new ArrayList<>();
    r.get("providers")
        .forEach(p -> told.add(p.get("provider").asText() + " " + p.get("outcome").asText()));
    assertTrue(
        told.containsAll(List.of("oura ended", "garmin given_up", "strava given_up")),
        () -> "" + told);
    assertTrue(r.at("/laboratories/orders").asInt() >= 2, r.toString());

    byte[] salt = Base64.getUrlDecoder().decode(r.at("/user/salt").asText());
    byte[] mark =
        Encryption.hmacSha256(salt, m.tenant.userId().getBytes(StandardCharsets.US_ASCII));
    assertEquals(
        r.at("/user/mark").asText(), Base64.getUrlEncoder().withoutPadding().encodeToString(mark));
    JsonNode keys =
        link.node.send("GET", "/.well-known/jwks.json", null, Map.of()).expect(200).json();
    String jws = shown.get("jws").asText();
    JsonObject key = new JsonObject(Json.text(keys.at("/keys/0")));
    JWTAuth verifier =
        JWTAuth.create(
            link.vertx,
            new JWTAuthOptions()
                .addJwk(key)
                .setJWTOptions(new JWTOptions().setIgnoreExpiration(true)));
    JsonObject signed = verifier.authenticate(new TokenCredentials(jws)).await().principal();
    assertEquals(r.get("receipt_id").asText(), signed.getString("receipt_id"));
    String[] parts = jws.split("\\.");
    String other =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(
                new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                    .replace("given_up", "ended")
                    .getBytes(StandardCharsets.UTF_8));
    assertThrows(
        Exception.class,
        () ->
            verifier
                .authenticate(new TokenCredentials(parts[0] + "." + other + "." + parts[2]))
                .await());
    verifyWithScript(jws, Json.text(keys), m.user());
  }

  /** Verifies the receipt with the operator's script, without the service. */
  private static void verifyWithScript(String jws, String keys, UUID user) throws Exception {
    Path file = Files.writeString(data.resolve("receipt.jws"), jws);
    Path set = Files.writeString(data.resolve("jwks.json"), keys);
    String[] all = {
      "scripts/tributary", "erasure", "verify", file.toString(), set.toString(), user.toString()
    };
    assertEquals(0, run(all));
    // Every receipt of a page is verified, not only the first.
    String forged = jws.substring(0, jws.length() - 8) + "AAAAAAAA";
    String page = "{\"receipts\":[{\"jws\": \"%s\"},{\"jws\": \"%s\"}]}";
    Files.writeString(file, page.formatted(jws, jws));
    assertEquals(0, run(all));
    Files.writeString(file, page.formatted(jws, forged));
    assertEquals(1, run(all), "the second is not genuine");
    Files.writeString(file, jws);
    all[5] = UUID.randomUUID().toString();
    assertEquals(1, run(all), "somebody else's id");
    Files.writeString(file, forged);
    all[5] = user.toString();
    assertEquals(1, run(all), "another signature");
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
