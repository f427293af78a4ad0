package io.tributary.bulk;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bulk import, export and pause of connections. No provider is reachable. */
class BulkConnectionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static TestNode node;
  private static BulkTeam team;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_PROVIDERS_OURA_API_URL", "http://127.0.0.1:9",
            "TRIBUTARY_BULK_POLL_INTERVAL", "50ms",
            "TRIBUTARY_BULK_CLOSE_INTERVAL", "200ms");
    team = new BulkTeam(node).enable();
    team.createEndpoint();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static UUID user() {
    return team.createUsers(1).getFirst();
  }

  private static JsonNode newest() {
    return node.get("/v2/link/bulk_op?page_size=1").expect(200).json().at("/data/0");
  }

  @Test
  void grantsBecomeConnections() {
    UUID user = user();
    JsonNode done = team.imports(true, BulkTeam.grant(user)).expect(200).json();
    assertEquals(List.of(user.toString()), BulkTeam.ids(done.get("user_ids_imported")));
    assertEquals(List.of(), BulkTeam.ids(done.get("user_ids_failed")));
    JsonNode shown = node.get("/v2/user/providers/" + user).expect(200).json().at("/providers/0");
    assertEquals("connected", shown.get("status").asText());
    assertEquals("account-" + user, shown.get("external_user_id").asText());
    assertEquals("available", shown.at("/resource_availability/sleep/status").asText());
    assertEquals("unavailable", shown.at("/resource_availability/workouts/status").asText());
    assertEquals(1, team.created(user));
    assertEquals(
        1,
        team.count(
            "select count(*) from pull_trigger t join connection c on c.id = t.connection_id"
                + " where c.user_id = $1",
            user));
    JsonNode op = newest();
    assertEquals("link_bulk_import", op.get("type").asText());
    assertEquals("success", op.get("status").asText());
    assertEquals(1, op.get("processed").asInt());
    assertEquals(0, op.get("pending").asInt());
    assertEquals(0, team.count("select count(*) from bulk_import_batch"));
  }

  @Test
  void theSameGrantOnceMoreChangesNothingAndOtherTokensChangeNothingElse() {
    UUID user = user();
    team.imports(true, BulkTeam.grant(user)).expect(200);
    // Simulates a renewal: the tokens differ from the imported ones.
    node.db().query("update connection set poll_due_at = 'infinity' where user_id = $1", user);
    team.replaceToken(user, "renewed");
    String before = team.connectionRow(user);
    JsonNode again = team.imports(true, BulkTeam.grant(user)).expect(200).json();
    assertEquals(1, again.get("user_ids_imported").size());
    assertEquals(before, team.connectionRow(user));

    ObjectNode other = BulkTeam.grant(user).put("access_token", "newer");
    team.imports(true, other).expect(200);
    assertNotEquals(before, team.connectionRow(user));
    assertEquals(1, team.created(user));
    assertEquals(
        1, team.count("select generation::bigint from connection where user_id = $1", user));
    JsonNode exported =
        team.exports(",\"user_ids\":[\"" + user + "\"]").expect(200).json().at("/data/0");
    assertEquals("newer", exported.get("access_token").asText());
  }

  @Test
  void whatIsExportedIsWhatWasImported() {
    UUID user = user();
    ObjectNode grant =
        BulkTeam.grant(user).put("expires_at", 2_147_483_647L).put("refresh_token", "");
    grant.putNull("oauth_scopes");
    team.imports(true, grant).expect(200);
    assertEquals(
        1,
        team.count(
            "select count(*) from connection where user_id = $1 and token_expires_at is null"
                + " and refresh_token_encrypted is null",
            user));
    JsonNode page = team.exports(",\"user_ids\":[\"" + user + "\"]").expect(200).json();
    assertEquals(1, page.get("data").size());
    assertTrue(page.get("next_token").isNull());
    assertEquals(
        Json.parse(grant.toString()), Json.parse(page.at("/data/0").toString()), page::toString);
    var audit =
        node.db()
            .query("select * from bulk_export_audit where $1 = any (user_ids)", user)
            .iterator()
            .next();
    assertEquals(node.first().team(), audit.getUUID("team_id"));
    assertEquals("oura", audit.getString("provider"));
    assertEquals(
        1, team.count("select count(*) from api_key where id = $1", audit.getUUID("api_key_id")));
  }

  @Test
  void whoCannotBeImportedIsNamedAndTakesNobodyAlong() {
    UUID good = user();
    UUID lacking = user();
    UUID ended = user();
    UUID demo = user();
    UUID stranger = UUID.randomUUID();
    node.db().query("update app_user set ingestion_end = current_date - 30 where id = $1", ended);
    node.db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id,"
                + " demo) values ($1, $2, $3, 'sandbox', 'fitbit', 'connected', $4, true)",
            Ids.uuid(),
            demo,
            node.first().team(),
            Ids.DEMO_APP);
    node.db()
        .query(
            "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                + " values ($1, 'oura', '{heartrate}', '{}') on conflict do nothing",
            node.first().team());
    ObjectNode less = BulkTeam.grant(lacking);
    less.putArray("oauth_scopes").add("daily");
    JsonNode done =
        team.imports(
                true,
                BulkTeam.grant(stranger),
                BulkTeam.grant(ended),
                less,
                BulkTeam.grant(demo),
                BulkTeam.grant(good))
            .expect(200)
            .json();
    assertEquals(List.of(good.toString()), BulkTeam.ids(done.get("user_ids_imported")));
    assertEquals(
        Set.of(stranger.toString(), ended.toString(), lacking.toString(), demo.toString()),
        new HashSet<>(BulkTeam.ids(done.get("user_ids_failed"))));
    List<String> reasons = new ArrayList<>();
    node.db()
        .query(
            "select reason from bulk_op_entry where op_id = $1 and state = 'failed' order by"
                + " position",
            UUID.fromString(newest().get("id").asText()))
        .forEach(r -> reasons.add(r.getString(0)));
    assertEquals(
        List.of("unknown_user", "ingestion_ended", "required_scopes_not_granted", "demo_user"),
        reasons);
    node.db().query("delete from scope_requirement");
    JsonNode none = team.imports(true, BulkTeam.grant(stranger)).expect(200).json();
    assertEquals(0, none.get("user_ids_imported").size());
    assertEquals("failure", newest().get("status").asText());
  }

  @Test
  void oneAccountOfTwoUsersIsRefusedWhereTheTeamWantsThat() {
    UUID first = user();
    UUID second = user();
    team.imports(true, BulkTeam.grant(first)).expect(200);
    ObjectNode same = BulkTeam.grant(second).put("provider_id", "account-" + first);
    node.db().query("update team_environment set reject_duplicate_connection = true");
    try {
      JsonNode done = team.imports(true, same).expect(200).json();
      assertEquals(List.of(second.toString()), BulkTeam.ids(done.get("user_ids_failed")));
    } finally {
      node.db().query("update team_environment set reject_duplicate_connection = false");
    }
    JsonNode done = team.imports(true, same).expect(200).json();
    assertEquals(List.of(second.toString()), BulkTeam.ids(done.get("user_ids_imported")));
  }

  @Test
  void ofAUserNamedTwiceTheLastGrantCounts() {
    UUID user = user();
    team.imports(true, BulkTeam.grant(user), BulkTeam.grant(user).put("provider_id", "last"))
        .expect(200);
    assertEquals(
        1,
        team.count(
            "select count(*) from connection where user_id = $1 and external_user_id = 'last'",
            user));
    assertEquals(1, newest().get("processed").asInt());
  }

  @Test
  void aPausedConnectionStandsStillAndGoesOnWithAnImport() {
    UUID user = user();
    UUID failed = user();
    team.imports(true, BulkTeam.grant(user), BulkTeam.grant(failed)).expect(200);
    node.db()
        .query(
            "update connection set status = 'error', error_type = 'unknown', error_message = 'm',"
                + " errored_at = now() where user_id = $1",
            failed);
    assertEquals("{}", team.pause(user, failed, UUID.randomUUID(), user).expect(200).text());
    team.pause(user).expect(200);
    assertEquals("paused", team.status(user));
    assertEquals("paused", team.status(failed));
    assertEquals(
        0,
        team.count(
            "select count(*) from connection where user_id = $1 and poll_due_at is not null",
            user));
    assertEquals(
        0, node.get("/v2/user/" + user).expect(200).json().get("connected_sources").size());
    // The tokens are kept while the connection is paused, for an export or a resume.
    JsonNode exported =
        team.exports(",\"user_ids\":[\"" + user + "\"]").expect(200).json().at("/data/0");
    assertEquals("at-" + user, exported.get("access_token").asText());
    team.replaceToken(user, "renewed by us");
    team.imports(true, BulkTeam.grant(user), BulkTeam.grant(failed)).expect(200);
    assertEquals("connected", team.status(user));
    assertEquals(2, team.created(user));
    JsonNode now =
        team.exports(",\"user_ids\":[\"" + user + "\",\"" + failed + "\"]").expect(200).json();
    assertEquals(2, now.get("data").size());
    now.get("data")
        .forEach(
            g ->
                assertEquals(
                    g.get("user_id").asText().equals(user.toString())
                        ? "renewed by us"
                        : "at-" + failed,
                    g.get("access_token").asText()));
  }

  @Test
  void tokensThatAreBeingRenewedAreWaitedFor() throws Exception {
    UUID user = user();
    team.imports(true, BulkTeam.grant(user)).expect(200);
    String lease = "update connection set token_lease_expires_at = ";
    node.db().query(lease + "now() + interval '1 hour' where user_id = $1", user);
    team.pause(user).expect(200);
    CompletableFuture<TestResponse> export =
        CompletableFuture.supplyAsync(() -> team.exports(",\"user_ids\":[\"" + user + "\"]"));
    team.imports(false, BulkTeam.grant(user)).expect(202);
    eventually(
        LIMIT,
        () ->
            assertEquals(
                1,
                team.count(
                    "select count(*) from bulk_import_batch where attempt > 0 and lease_expires_at"
                        + " is null")));
    assertEquals("paused", team.status(user));
    assertFalse(export.isDone());
    // Simulates a concurrent renewal.
    team.replaceToken(user, "renewed meanwhile");
    assertEquals(
        "renewed meanwhile", export.get().expect(200).json().at("/data/0/access_token").asText());
    eventually(LIMIT, () -> assertEquals("connected", team.status(user)));
    assertEquals(
        "renewed meanwhile",
        team.exports(",\"user_ids\":[\"" + user + "\"]")
            .expect(200)
            .json()
            .at("/data/0/access_token")
            .asText());
  }

  @Test
  void exportsComeInPagesOfAHundredAndHoldNothingOfOthers() {
    List<UUID> users = team.createUsers(205);
    List<ObjectNode> grants = users.stream().map(BulkTeam::grant).toList();
    team.imports(true, grants).expect(200);
    String list = Json.text(users);
    List<String> seen = new ArrayList<>();
    String more = "";
    List<Integer> sizes = new ArrayList<>();
    do {
      JsonNode page = team.exports(",\"user_ids\":" + list + more).expect(200).json();
      sizes.add(page.get("data").size());
      page.get("data").forEach(g -> seen.add(g.get("user_id").asText()));
      more =
          page.get("next_token").isNull()
              ? null
              : ",\"next_token\":\"" + page.get("next_token").asText() + "\"";
    } while (more != null);
    assertEquals(List.of(100, 100, 5), sizes);
    assertEquals(205, new HashSet<>(seen).size());
    assertEquals(100, team.exports("").expect(200).json().get("data").size());

    String token =
        team.exports(",\"user_ids\":" + list).expect(200).json().get("next_token").asText();
    team.exports(",\"next_token\":\"" + token + "\"").expect(400);
    team.exports(",\"next_token\":\"x\"").expect(400);

    UUID stranger = Ids.uuid();
    node.db()
        .query(
            "update connection set environment = 'production' where user_id = $1",
            users.getFirst());
    assertEquals(
        0,
        team.exports(",\"user_ids\":[\"" + stranger + "\",\"" + users.getFirst() + "\"]")
            .expect(200)
            .json()
            .get("data")
            .size());
    team.pause(users.getFirst()).expect(200);
    assertEquals("connected", team.status(users.getFirst()));
  }

  @Test
  void aRequestIsRefusedWhereItMustBe() {
    UUID user = user();
    long ops = team.count("select count(*) from bulk_op");
    for (String path : List.of(BulkTeam.IMPORT, BulkTeam.EXPORT, BulkTeam.PAUSE)) {
      node.send("POST", path, "{}", java.util.Map.of()).expect(401);
      node.post(path, "{").expect(400);
      node.post(path, "{\"provider\":\"nobody\"}").expect(422);
    }
    JsonNode faults =
        node.post(
                BulkTeam.IMPORT,
                "{\"provider\":\"oura\",\"connections\":[{\"user_id\":\"x\",\"access_token\":\"\","
                    + "\"expires_at\":\"soon\"}],\"wait_for_completion\":1}")
            .expect(422)
            .json()
            .get("detail");
    assertEquals(6, faults.size(), faults::toString);
    // The team has no application of its own.
    node.post(
            BulkTeam.IMPORT,
            "{\"provider\":\"garmin\",\"connections\":[" + BulkTeam.grant(user) + "]}")
        .expect(400);
    assertEquals(ops, team.count("select count(*) from bulk_op"));
    JsonNode empty = team.imports(true).expect(200).json();
    assertEquals(0, empty.get("user_ids_imported").size());
    assertEquals("{}", team.imports(false).expect(202).text());
    node.post(BulkTeam.EXPORT, "{\"provider\":\"google_health\"}").expect(200);

    node.db().query("update team_environment set link_migration = false");
    try {
      team.imports(false, BulkTeam.grant(user)).expect(403);
      team.exports("").expect(403);
      team.pause(user).expect(403);
    } finally {
      node.db().query("update team_environment set link_migration = true");
    }
  }

  @Test
  void anAbortedImportGoesNoFurther() {
    List<UUID> users = team.createUsers(600);
    team.imports(false, users.stream().map(BulkTeam::grant).toList()).expect(202);
    node.db()
        .query(
            "update bulk_op set status = 'aborted', ended_at = now() where status = 'in_progress'");
    eventually(
        LIMIT,
        () -> {
          assertEquals(0, team.count("select count(*) from bulk_import_batch"));
          assertEquals(0, team.count("select count(*) from bulk_op_entry where state = 'pending'"));
        });
    long imported =
        team.count(
            "select count(*) from connection where user_id = any ($1)",
            (Object) users.toArray(UUID[]::new));
    assertTrue(imported < 600, () -> imported + " were imported all the same");
    assertFalse(newest().get("status").asText().equals("success"));
  }
}
