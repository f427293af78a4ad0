package io.tributary.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that expired data is deleted after its retention and not before. */
class MaintenanceTasksTest {
  private static TestNode node;
  private static AgedRowFixture rows;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "10000",
            "TRIBUTARY_MAINTENANCE_INTERVAL", "50ms",
            // A user is erased only after its grants have been revoked.
            "TRIBUTARY_CONNECTIONS_REVOKE_RETRY_SCHEDULE", "50ms",
            "TRIBUTARY_CONNECTIONS_REVOKE_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_RETENTION_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_BATCH_SIZE", "3",
            "TRIBUTARY_MAINTENANCE_ERASURE_BATCH_ROWS", "7");
    rows = new AgedRowFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aDeletedUserIsErasedAfterTheWindowWithEverythingButNotBefore() {
    UUID kept = rows.user();
    UUID waiting = rows.user();
    UUID due = rows.user();
    List.of(kept, waiting, due).forEach(rows::insertAllData);
    long samples = rows.count("sample_block");
    node.call("DELETE", "/v2/user/" + waiting, null).expect(200);
    node.call("DELETE", "/v2/user/" + due, null).expect(200);
    node.db()
        .query("update app_user set deleted_at = now() - interval '7 days' where id = $1", due);
    rows.awaitErased(due);
    assertEquals(samples - 40, rows.count("sample_block"));
    for (UUID other : List.of(kept, waiting)) {
      assertEquals(20, rows.count("summary where user_id = $1", other));
      assertEquals(10, rows.count("message where user_id = $1", other));
    }
    node.post("/v2/user/undo_delete?user_id=" + waiting, null).expect(200);
    node.post("/v2/user/undo_delete?user_id=" + due, null).expect(404);
  }

  @Test
  void aDemoUserGoesWhenItsTimeIsOver() {
    UUID due = rows.user();
    UUID young = rows.user();
    rows.insertAllData(due);
    rows.connect(due, "fitbit", "connected");
    node.db()
        .query(
            "update app_user set demo_expires_at = now() + interval '1 day' where id = $1", young);
    node.db().query("update app_user set demo_expires_at = now() where id = $1", due);
    rows.awaitErased(due);
    node.get("/v2/user/" + young).expect(200);
  }

  @Test
  void expiredTokensAndOldSessionsAreForgotten() {
    UUID user = rows.user();
    String live = Ids.randomHex(8);
    for (int i = 0; i < 8; i++) {
      node.db()
          .query(
              """
              insert into access_token (token_hash, team_id, environment, expires_at)
              values ($1, $2, 'sandbox', now() - interval '1 second')
              """,
              Encryption.sha256(Ids.randomHex(8)),
              node.first().team());
      node.db()
          .query(
              "insert into sign_in_token (token_hash, user_id, expires_at) values ($1, $2, now())",
              Encryption.sha256(Ids.randomHex(8)),
              user);
    }
    node.db()
        .query(
            """
            insert into access_token (token_hash, team_id, environment, expires_at)
            values ($1, $2, 'sandbox', now() + interval '1 hour')
            """,
            Encryption.sha256(live),
            node.first().team());
    for (String age : List.of("1 hour", "25 hours")) {
      node.db()
          .query(
              """
              insert into link_session (id, user_id, team_id, environment, expires_at)
              values ($1, $2, $3, 'sandbox', now() - $4::text::interval)
              """,
              Ids.uuid(),
              user,
              node.first().team(),
              age);
    }
    node.db()
        .query(
            "insert into user_refresh (user_id, at) values ($1, now() - interval '61 minutes'),"
                + " ($1, now())",
            user);
    node.db()
        .query(
            "insert into link_code (code_hmac, user_id, expires_at)"
                + " values ('late', $1, now()), ('young', $1, now() + interval '1 hour')",
            user);
    rows.awaitNone("access_token where expires_at <= now()");
    rows.awaitNone("link_code where code_hmac = 'late'");
    assertEquals(1, rows.count("link_code where user_id = $1", user));
    rows.awaitNone("sign_in_token where user_id = $1", user);
    rows.awaitNone("link_session where expires_at < now() - interval '1 day'");
    rows.awaitNone("user_refresh where user_id = $1 and at < now() - interval '1 hour'", user);
    assertEquals(
        1, rows.count("access_token where token_hash = $1", (Object) Encryption.sha256(live)));
    assertEquals(1, rows.count("link_session where user_id = $1", user));
    assertEquals(1, rows.count("user_refresh where user_id = $1", user));
  }

  @Test
  void payloadsGoBeforeTheRowsThatTellOfTheirDelivery() {
    UUID user = rows.user();
    String fresh = rows.message(user, "29 days");
    String older = rows.message(user, "31 days");
    node.db()
        .query(
            """
            insert into webhook_endpoint (id, team_id, environment, shard, url)
            values ('ep_h', $1, 'sandbox', 0, 'http://localhost:1/')
            """,
            node.first().team());
    // Inserted together with their attempts, because housekeeping is running and could delete in
    // between.
    String oldest = rows.messageWithAttempt(user, "91 days", "91 days");
    String stillTold = rows.messageWithAttempt(user, "92 days", "89 days");
    rows.awaitNone("message where id = $1", oldest);
    rows.awaitNone("message where id = $1 and body is not null", older);
    rows.awaitNone("message where id = $1 and body is not null", stillTold);
    assertEquals(1, rows.count("message where id = $1 and body is not null", fresh));
    assertEquals(1, rows.count("message where id = $1", older));
    assertEquals(1, rows.count("message where id = $1", stillTold));
    assertEquals(1, rows.count("delivery_attempt where message_id = $1", stillTold));
  }

  @Test
  void finishedPullsAreForgottenUnlessTheyAreTheNewest() {
    UUID user = rows.user();
    UUID connection = rows.connect(user, "strava", "paused");
    UUID old = rows.job(user, connection, "success", "31 days");
    // Inserted together with the rows that reference it, because housekeeping is running and could
    // delete in between.
    UUID newest =
        node.db()
            .tx(
                tx -> {
                  UUID id = rows.job(tx::query, user, connection, "failure", "40 days");
                  tx.query(
                      """
                      insert into historical_pull (user_id, provider, resource, job_id, status, scheduled_at, release)
                      values ($1, 'strava', 'workouts', $2, 'failure', now(), 'x')
                      """,
                      user,
                      id);
                  return id;
                });
    UUID young = rows.job(user, connection, "success", "29 days");
    UUID running = rows.job(user, connection, "retrying", "40 days");
    UUID trigger = Ids.uuid();
    UUID unfinished = Ids.uuid();
    node.db()
        .query(
            """
            insert into pull_trigger (id, provider, app_id, connection_id, state, granted_at, finished_at)
            values ($1, 'strava', $3, $4, 'granted', now() - interval '32 days', now() - interval '31 days'),
                   ($2, 'strava', $3, $4, 'granted', now() - interval '32 days', null)
            """,
            trigger,
            unfinished,
            Ids.DEFAULT_APP,
            connection);
    rows.awaitNone("pull_job where id = $1", old);
    rows.awaitNone("pull_trigger where id = $1", trigger);
    assertEquals(1, rows.count("pull_trigger where id = $1", unfinished));
    assertEquals(
        3,
        rows.count("pull_job where id = any ($1)", (Object) new UUID[] {newest, young, running}));
  }

  @Test
  void newsOfAConnectionThatStandsStillAreKeptForSevenDays() {
    UUID user = rows.user();
    UUID connection = Ids.uuid();
    node.db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id)"
                + " values ($1, $2, $3, 'sandbox', 'oura', 'paused', $4)",
            connection,
            user,
            node.first().team(),
            Ids.DEFAULT_APP);
    for (int days : List.of(6, 8)) {
      node.db()
          .query(
              """
              insert into provider_notification (id, provider, app_id, connection_id, kind, feed, dedupe_hash,
                                         state, due_at, received_at)
              values ($1, 'oura', $2, $3, 'changed', 'sleep', $4, 'queued', 'infinity',
                      now() - make_interval(days => $5))
              """,
              Ids.uuid(),
              Ids.DEFAULT_APP,
              connection,
              new byte[] {(byte) days},
              days);
    }
    rows.awaitNone("provider_notification where received_at < now() - interval '7 days'");
    assertEquals(1, rows.count("provider_notification where connection_id = $1", connection));
  }

  @Test
  void connectionsArePausedSevenDaysAfterTheEndOfIngestion() {
    UUID over = rows.user();
    UUID late = rows.user();
    UUID open = rows.user();
    for (UUID u : List.of(over, late, open)) {
      rows.connect(u, "garmin", "connected");
    }
    rows.connect(over, "whoop", "error");
    // A connection within the seven days stays within them for an hour, even around midnight.
    node.db()
        .query(
            """
            update app_user set ingestion_end =
                   case when id = $1 then (now() at time zone 'UTC')::date - 8
                        else ((now() + interval '1 hour') at time zone 'UTC')::date - 7 end
             where id in ($1, $2)
            """,
            over,
            late);
    rows.awaitNone("connection where user_id = $1 and status <> 'paused'", over);
    rows.awaitNone("connection where user_id = $1 and access_token_encrypted is not null", over);
    assertEquals(2, rows.count("connection where user_id = $1", over));
    assertEquals(1, rows.count("connection where user_id = $1 and status = 'connected'", late));
    assertEquals(1, rows.count("connection where user_id = $1 and status = 'connected'", open));
  }

  @Test
  void linksToThePageStayKnownForADayAndSessionsGoWithTheirEnd() {
    for (String row :
        List.of(
            "portal_link|old|-25 hours",
            "portal_link|fresh|-1 hours",
            "portal_session|ended|-1 seconds",
            "portal_session|open|1 hours")) {
      String[] part = row.split("\\|");
      node.db()
          .query(
              "insert into "
                  + part[0]
                  + " (token_hash, team_id, environment, read_only, expires_at)"
                  + " values ($1, $2, 'sandbox', false, now() + $3::text::interval)",
              Encryption.sha256(part[1]),
              node.first().team(),
              part[2]);
    }
    rows.awaitNone("portal_link where token_hash = $1", (Object) Encryption.sha256("old"));
    rows.awaitNone("portal_session where token_hash = $1", (Object) Encryption.sha256("ended"));
    assertEquals(
        1, rows.count("portal_link where token_hash = $1", (Object) Encryption.sha256("fresh")));
    assertEquals(
        1, rows.count("portal_session where token_hash = $1", (Object) Encryption.sha256("open")));
  }
}
