package io.tributary.healthimport;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.simulators.apple.ExportGenerator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports that are sent to a running node. */
class ImportViewTest {
  private static final LocalDate UNTIL = LocalDate.of(2026, 3, 20);

  @TempDir static Path data;
  @TempDir static Path work;
  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_DATA_DIR", data.toString(),
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "1000",
            "TRIBUTARY_HEALTH_IMPORT_MIN_FREE_BYTES", "0",
            "TRIBUTARY_HEALTH_IMPORT_MAX_BYTES", "60000000",
            "TRIBUTARY_HEALTH_IMPORT_BATCH_SIZE", "500",
            "TRIBUTARY_HEALTH_IMPORT_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_HEALTH_IMPORT_SWEEP_INTERVAL", "100ms",
            "TRIBUTARY_HEALTH_IMPORT_RETRY_DELAY", "50ms");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static byte[] export(String name, int days) {
    Path file = work.resolve(name);
    try {
      ExportGenerator.write(file, 7, UNTIL, days);
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<String> events(String user, String like) {
    return RowMapping.list(
        node.db()
            .query(
                "select event_type from message where user_id = $1 and event_type like $2 order by"
                    + " 1",
                UUID.fromString(user),
                like),
        r -> r.getString("event_type"));
  }

  private static void assertNothingLeft() {
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), ImportHarness.files(data)));
  }

  @Test
  void aZipBecomesRecordsEventsAndAConnection() {
    String user = ImportHarness.user(node, "zip");
    TestResponse taken =
        ImportHarness.send(node, user, export("a.zip", 12), "application/zip").expect(202);
    assertEquals("queued", taken.json().get("status").asText());
    String id = taken.json().get("id").asText();
    JsonNode done = ImportHarness.awaitStatus(node, user, id, "success");
    OpenApiDocument api = OpenApiDocument.of(node);
    api.assertValid(taken, 202, "importAppleHealthExport");
    api.assertValid(node.get("/v2/user/" + user + "/import/" + id), 200, "getFileImport");
    api.assertValid(node.get("/v2/user/" + user + "/import"), 200, "listFileImports");
    assertEquals(100, done.get("percent").asInt());
    assertEquals(done.get("bytes_total"), done.get("bytes_read"));
    assertEquals(4, done.get("workouts").asInt());
    assertEquals(0, done.get("records_rejected").asInt());
    assertTrue(done.get("records_seen").asInt() > 5000, done.toString());
    String stored = ImportHarness.storedLines(node, user);
    for (String kind :
        List.of(
            "activity ",
            "body ",
            "meal ",
            "sleep ",
            "sleep_cycle ",
            "workouts ",
            "electrocardiogram ",
            "heartrate watch",
            "steps phone",
            "steps watch",
            "blood_pressure app",
            "stand_hour watch")) {
      assertTrue(stored.contains(kind), kind);
    }
    JsonNode workout =
        node.get("/v2/summary/workouts/" + user + "?start_date=2026-03-01")
            .expect(200)
            .json()
            .get("workouts")
            .get(0);
    JsonNode stream =
        node.get("/v2/timeseries/workouts/" + workout.get("id").asText() + "/stream")
            .expect(200)
            .json();
    assertEquals(2400, stream.get("time").size());
    assertEquals(34, stream.get("altitude").get(0).asDouble());
    JsonNode activity =
        node.get("/v2/summary/activity/" + user + "?start_date=2026-03-10&end_date=2026-03-10")
            .expect(200)
            .json()
            .get("activity");
    assertEquals(1, activity.size());
    assertEquals("multiple_sources", activity.get(0).get("source").get("type").asText());
    assertEquals(List.of("provider.connection.created"), events(user, "provider.connection%"));
    assertEquals(List.of(), events(user, "daily.%"));
    List<String> historical = events(user, "historical.%");
    assertTrue(historical.contains("historical.data.heartrate.created"));
    assertTrue(historical.contains("historical.data.sleep.created"));
    assertEquals(historical.stream().distinct().toList(), historical);
    assertNothingLeft();

    JsonNode again =
        ImportHarness.awaitStatus(
            node,
            user,
            ImportHarness.send(node, user, export("b.zip", 12), null)
                .expect(202)
                .json()
                .get("id")
                .asText(),
            "success");
    assertEquals(0, again.get("records_stored").asInt(), again.toString());
    ImportHarness.assertSameLines(stored, ImportHarness.storedLines(node, user));
    assertEquals(1, events(user, "provider.connection%").size());
    JsonNode list = node.get("/v2/user/" + user + "/import?page_size=1").expect(200).json();
    assertEquals(again.get("id"), list.get("imports").get(0).get("id"));
    JsonNode rest =
        node.get(
                "/v2/user/"
                    + user
                    + "/import?page_size=1&next_cursor="
                    + list.get("next_cursor").asText())
            .expect(200)
            .json();
    assertEquals(id, rest.get("imports").get(0).get("id").asText());
    assertTrue(rest.get("next_cursor").isNull());
  }

  @Test
  void aNodeThatIsKilledGoesOnWhereItWas() {
    byte[] file = export("kill.xml", 60);
    TestNode calm = TestNode.start(settings("calm"));
    String expected;
    try {
      String user = ImportHarness.user(calm, "calm");
      String id =
          ImportHarness.send(calm, user, file, "text/xml").expect(202).json().get("id").asText();
      ImportHarness.awaitStatus(calm, user, id, "success");
      expected = ImportHarness.storedLines(calm, user);
    } finally {
      calm.close();
    }
    assertTrue(expected.lines().count() > 5000);
    TestNode killed = TestNode.start(settings("killed"));
    try {
      String user = ImportHarness.user(killed, "killed");
      String id =
          ImportHarness.send(killed, user, file, "text/xml").expect(202).json().get("id").asText();
      long total = file.length;
      int kills = 0;
      for (long mark : new long[] {total / 10, total / 2, total * 8 / 10}) {
        TestNode running = killed;
        eventually(
            Duration.ofSeconds(60),
            () ->
                assertTrue(
                    ImportHarness.show(running, user, id).get("bytes_read").asLong() >= mark));
        if (!ImportHarness.show(killed, user, id).get("status").asText().equals("running")) {
          break;
        }
        killed.crash();
        killed = killed.restart();
        kills++;
      }
      assertTrue(kills > 0, "it was too quick to be killed");
      JsonNode done = ImportHarness.awaitStatus(killed, user, id, "success");
      assertEquals(total, done.get("bytes_read").asLong());
      ImportHarness.assertSameLines(expected, ImportHarness.storedLines(killed, user));
      TestNode last = killed;
      assertEquals(
          1,
          last.db()
              .query("select 1 from message where event_type = 'historical.data.steps.created'")
              .size());
    } finally {
      killed.close();
    }
  }

  private static String[] settings(String name) {
    return new String[] {
      "TRIBUTARY_DATA_DIR", work.resolve(name).toString(),
      "TRIBUTARY_HEALTH_IMPORT_MIN_FREE_BYTES", "0",
      "TRIBUTARY_HEALTH_IMPORT_BATCH_SIZE", "300",
      "TRIBUTARY_HEALTH_IMPORT_CLAIM_INTERVAL", "50ms"
    };
  }

  @Test
  void badFilesAreRefusedOrFailWithAReason() {
    String user = ImportHarness.user(node, "bad");
    ImportHarness.send(node, user, "hello".getBytes(StandardCharsets.UTF_8), null).expect(422);
    ImportHarness.send(node, user, new byte[0], null).expect(422);
    ImportHarness.send(node, user, "{}".getBytes(StandardCharsets.UTF_8), "application/json")
        .expect(415);
    ImportHarness.send(node, UUID.randomUUID().toString(), export("c.xml", 1), null).expect(404);
    ImportHarness.send(node, user, new byte[60_000_001], "application/zip").expect(413);
    assertEquals("no such thing", reason(user, "<?xml version=\"1.0\"?><Other/>", "root"));
    assertEquals(
        "no such thing", reason(user, "<?xml version=\"1.0\"?><HealthData><Record", "truncated"));
    assertEquals(
        "no such thing",
        reason(
            user,
            "<!DOCTYPE HealthData [<!ENTITY a \"a\">]><HealthData>&a;</HealthData>",
            "entity"));
    assertEquals(
        "no such thing", reason(user, ImportHarness.zip("other.txt", "x"), "no export.xml"));
    byte[] whole = export("d.zip", 2);
    assertEquals(
        "no such thing", reason(user, java.util.Arrays.copyOf(whole, whole.length / 2), "damaged"));
    String bomb = "<HealthData>" + " ".repeat(40_000_000) + "</HealthData>";
    assertEquals(
        "no such thing",
        reason(user, ImportHarness.zip("export.xml", bomb), "uncompressed content"));
    assertNothingLeft();
  }

  private static String reason(String user, String file, String part) {
    return reason(user, file.getBytes(StandardCharsets.UTF_8), part);
  }

  private static String reason(String user, byte[] file, String part) {
    String id = ImportHarness.send(node, user, file, null).expect(202).json().get("id").asText();
    String error = ImportHarness.awaitStatus(node, user, id, "failure").get("error").asText();
    return error.contains(part) ? "no such thing" : error;
  }

  /**
   * Delays the start of imports, so that an import uploaded meanwhile is still running when {@code
   * work} returns.
   */
  private static <T> T withImportsDelayed(Supplier<T> work) {
    node.db()
        .query(
            """
            create function hold_import() returns trigger language plpgsql as $$
            begin
              new.due_at := now() + interval '1 day';
              return new;
            end $$
            """);
    node.db()
        .query(
            "create trigger hold_import before insert on file_import for each row"
                + " execute function hold_import()");
    try {
      return work.get();
    } finally {
      node.db().query("drop trigger hold_import on file_import");
      node.db().query("drop function hold_import()");
    }
  }

  @Test
  void aCanceledImportStopsAndItsFileGoes() {
    String user = ImportHarness.user(node, "cancel");
    String id = withImportsDelayed(() -> sentAndCanceled(user));
    assertNothingLeft();
    node.call("DELETE", "/v2/user/" + user + "/import/" + id, null).expect(200);
    assertEquals("canceled", ImportHarness.show(node, user, id).get("status").asText());
    assertEquals(List.of(), events(user, "historical.%"));
    node.call("DELETE", "/v2/user/" + user + "/import/" + UUID.randomUUID(), null).expect(404);
  }

  private static String sentAndCanceled(String user) {
    String id =
        ImportHarness.send(node, user, export("cancel.xml", 60), null)
            .expect(202)
            .json()
            .get("id")
            .asText();
    Path file = ImportHarness.files(data).getFirst();
    try {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    JsonNode canceled =
        node.call("DELETE", "/v2/user/" + user + "/import/" + id, null).expect(200).json();
    assertEquals("canceled", canceled.get("status").asText());
    return id;
  }

  @Test
  void theFileOfADeletedUserGoes() {
    String user = ImportHarness.user(node, "deleted");
    String id =
        withImportsDelayed(
            () -> {
              TestResponse taken = ImportHarness.send(node, user, export("deleted.xml", 60), null);
              node.call("DELETE", "/v2/user/" + user, null).expect(200);
              return taken.expect(202).json().get("id").asText();
            });
    assertNothingLeft();
    eventually(
        Duration.ofSeconds(60),
        () ->
            assertEquals(
                "canceled",
                node.db()
                    .query("select status from file_import where id = $1", UUID.fromString(id))
                    .iterator()
                    .next()
                    .getString("status")));
    node.get("/v2/user/" + user + "/import/" + id).expect(404);
  }

  @Test
  void anUploadThatIsCutOffLeavesNothing() throws IOException {
    String user = ImportHarness.user(node, "cut");
    try (Socket socket = new Socket("127.0.0.1", node.node().port())) {
      String head =
          "POST /v2/user/"
              + user
              + "/import/apple_health_kit HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
              + node.first().apiKey()
              + "\r\ncontent-length: 1000000\r\n\r\n<HealthData>"
              + " ".repeat(100_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      eventually(Duration.ofSeconds(60), () -> assertFalse(ImportHarness.files(data).isEmpty()));
    }
    assertNothingLeft();
    assertEquals(
        0, node.get("/v2/user/" + user + "/import").expect(200).json().get("imports").size());
  }

  @Test
  void noFileIsTakenWhereNoRoomIs() {
    try (TestNode full =
        node.startPeer("TRIBUTARY_HEALTH_IMPORT_MIN_FREE_BYTES", "9000000000000000000")) {
      String user = ImportHarness.user(full, "full");
      ImportHarness.send(full, user, export("e.xml", 1), null).expect(503);
      assertEquals(
          0, full.get("/v2/user/" + user + "/import").expect(200).json().get("imports").size());
    }
  }

  @Test
  void importsAreTheTeamsOwn() {
    String user = ImportHarness.user(node, "own");
    String id = ImportHarness.upload(node, user, "<HealthData/>");
    String other = ImportHarness.user(node, "other");
    assertNotEquals(user, other);
    node.get("/v2/user/" + other + "/import/" + id).expect(404);
    node.get("/v2/user/" + UUID.randomUUID() + "/import").expect(404);
    JsonNode empty = ImportHarness.awaitStatus(node, user, id, "success");
    assertEquals(0, empty.get("records_seen").asInt());
    assertNothingLeft();
  }
}
