package io.tributary.housekeeping;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What ends by its time is gone after it, and not before. */
class HousekeepingTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "10000",
            "TRIBUTARY_HOUSEKEEPING_EVERY", "50ms",
            // A user waits for grants that are being revoked.
            "TRIBUTARY_CONNECTIONS_REVOKE_WAITS", "50ms",
            "TRIBUTARY_CONNECTIONS_REVOKE_EVERY", "50ms",
            "TRIBUTARY_HOUSEKEEPING_RETENTION_EVERY", "50ms",
            "TRIBUTARY_HOUSEKEEPING_BATCH", "3",
            "TRIBUTARY_HOUSEKEEPING_ERASE_ROWS", "7");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static UUID user() {
    return UUID.fromString(
        node.post("/v2/user", "{\"client_user_id\":\"" + Ids.hex(8) + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText());
  }

  private static long count(String from, Object... args) {
    return node.db()
        .query("select count(*) as n from " + from, args)
        .iterator()
        .next()
        .getLong("n");
  }

  private static void gone(String from, Object... args) {
    eventually(LIMIT, () -> assertEquals(0, count(from, args), from));
  }

  private static UUID connect(UUID user, String provider, String status) {
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into connection (id, user_id, team_id, environment, provider, status, app_id,
                                    access_token_encrypted)
            values ($1, $2, $3, 'sandbox', $4, $5, $6, $7)
            """,
            id,
            user,
            node.first().team(),
            provider,
            status,
            Ids.NIL,
            node.secrets().seal("token", id.toString()));
    return id;
  }

  /** A statement, in a transaction or by itself. */
  private interface Sql {
    void run(String sql, Object... args);
  }

  private static String message(UUID user, String age) {
    return message(node.db()::query, user, age);
  }

  private static String message(Sql sql, UUID user, String age) {
    String id = Ids.message();
    sql.run(
        """
        insert into message (id, team_id, environment, event_type, user_id, body, created_at)
        values ($1, $2, 'sandbox', 'x', $3, 'x', now() - $4::text::interval)
        """,
        id,
        node.first().team(),
        user,
        age);
    return id;
  }

  /** Some of every kind of data, more than one portion of it. */
  private static void fill(UUID user) {
    node.db()
        .query(
            """
            insert into summary (id, user_id, resource, provider, source_type, content)
            select gen_random_uuid(), $1, 'sleep', 'oura', 'ring', '{}' from generate_series(1, 20)
            """,
            user);
    int series =
        node.db()
            .query(
                """
                insert into series (user_id, resource, provider, source_type)
                values ($1, 'heartrate', 'oura', 'ring') returning id
                """,
                user)
            .iterator()
            .next()
            .getInteger("id");
    node.db()
        .query(
            """
            insert into sample_block (series_id, slot, n, data)
            select $1, i * 60, 1, '' from generate_series(1, 40) i
            """,
            series);
    for (int i = 0; i < 10; i++) {
      message(user, "1 second");
    }
    node.db().query("insert into user_refresh (user_id) values ($1)", user);
  }

  private static void nothingLeftOf(UUID user) {
    gone("app_user where id = $1", user);
    for (String table :
        List.of("summary", "series", "message", "user_info", "connection", "user_refresh")) {
      gone(table + " where user_id = $1", user);
    }
  }

  @Test
  void aDeletedUserIsErasedAfterTheWindowWithEverythingButNotBefore() {
    UUID kept = user();
    UUID waiting = user();
    UUID due = user();
    List.of(kept, waiting, due).forEach(HousekeepingTest::fill);
    long samples = count("sample_block");
    node.call("DELETE", "/v2/user/" + waiting, null).expect(200);
    node.call("DELETE", "/v2/user/" + due, null).expect(200);
    node.db()
        .query("update app_user set deleted_at = now() - interval '7 days' where id = $1", due);
    nothingLeftOf(due);
    assertEquals(samples - 40, count("sample_block"));
    for (UUID other : List.of(kept, waiting)) {
      assertEquals(20, count("summary where user_id = $1", other));
      assertEquals(10, count("message where user_id = $1", other));
    }
    node.post("/v2/user/undo_delete?user_id=" + waiting, null).expect(200);
    node.post("/v2/user/undo_delete?user_id=" + due, null).expect(404);
  }

  @Test
  void aDemoUserGoesWhenItsTimeIsOver() {
    UUID due = user();
    UUID young = user();
    fill(due);
    connect(due, "fitbit", "connected");
    node.db()
        .query(
            "update app_user set demo_expires_at = now() + interval '1 day' where id = $1", young);
    node.db().query("update app_user set demo_expires_at = now() where id = $1", due);
    nothingLeftOf(due);
    node.get("/v2/user/" + young).expect(200);
  }

  @Test
  void expiredTokensAndOldSessionsAreForgotten() {
    UUID user = user();
    String live = Ids.hex(8);
    for (int i = 0; i < 8; i++) {
      node.db()
          .query(
              """
              insert into access_token (token_hash, team_id, environment, expires_at)
              values ($1, $2, 'sandbox', now() - interval '1 second')
              """,
              Secrets.sha256(Ids.hex(8)),
              node.first().team());
      node.db()
          .query(
              "insert into sign_in_token (token_hash, user_id, expires_at) values ($1, $2, now())",
              Secrets.sha256(Ids.hex(8)),
              user);
    }
    node.db()
        .query(
            """
            insert into access_token (token_hash, team_id, environment, expires_at)
            values ($1, $2, 'sandbox', now() + interval '1 hour')
            """,
            Secrets.sha256(live),
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
            "insert into link_code (code_mark, user_id, expires_at)"
                + " values ('late', $1, now()), ('young', $1, now() + interval '1 hour')",
            user);
    gone("access_token where expires_at <= now()");
    gone("link_code where code_mark = 'late'");
    assertEquals(1, count("link_code where user_id = $1", user));
    gone("sign_in_token where user_id = $1", user);
    gone("link_session where expires_at < now() - interval '1 day'");
    gone("user_refresh where user_id = $1 and at < now() - interval '1 hour'", user);
    assertEquals(1, count("access_token where token_hash = $1", (Object) Secrets.sha256(live)));
    assertEquals(1, count("link_session where user_id = $1", user));
    assertEquals(1, count("user_refresh where user_id = $1", user));
  }

  @Test
  void payloadsGoBeforeTheRowsThatTellOfTheirDelivery() {
    UUID user = user();
    String fresh = message(user, "29 days");
    String older = message(user, "31 days");
    node.db()
        .query(
            """
            insert into webhook_endpoint (id, team_id, environment, shard, url)
            values ('ep_h', $1, 'sandbox', 0, 'http://localhost:1/')
            """,
            node.first().team());
    // With what is told of them at once: housekeeping is under way, and they would go in between.
    String oldest = told(user, "91 days", "91 days");
    String stillTold = told(user, "92 days", "89 days");
    gone("message where id = $1", oldest);
    gone("message where id = $1 and body is not null", older);
    gone("message where id = $1 and body is not null", stillTold);
    assertEquals(1, count("message where id = $1 and body is not null", fresh));
    assertEquals(1, count("message where id = $1", older));
    assertEquals(1, count("message where id = $1", stillTold));
    assertEquals(1, count("delivery_attempt where message_id = $1", stillTold));
  }

  /** A message and an attempt of it. */
  private static String told(UUID user, String age, String attemptAge) {
    return node.db()
        .tx(
            tx -> {
              String id = message(tx::query, user, age);
              tx.query(
                  """
                  insert into delivery_attempt (id, message_id, endpoint_id, number, started_at,
                                                duration_ms, response_status_code)
                  values (gen_random_uuid(), $1, 'ep_h', 1, now() - $2::text::interval, 1, 200)
                  """,
                  id,
                  attemptAge);
              return id;
            });
  }

  @Test
  void finishedPullsAreForgottenUnlessTheyAreTheNewest() {
    UUID user = user();
    UUID connection = connect(user, "strava", "paused");
    UUID old = job(user, connection, "success", "31 days");
    // With what points to it at once: housekeeping is under way, and it would go in between.
    UUID newest =
        node.db()
            .tx(
                tx -> {
                  UUID id = job(tx::query, user, connection, "failure", "40 days");
                  tx.query(
                      """
                      insert into historical_pull (user_id, provider, resource, job_id, status, scheduled_at, release)
                      values ($1, 'strava', 'workouts', $2, 'failure', now(), 'x')
                      """,
                      user,
                      id);
                  return id;
                });
    UUID young = job(user, connection, "success", "29 days");
    UUID running = job(user, connection, "retrying", "40 days");
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
            Ids.NIL,
            connection);
    gone("pull_job where id = $1", old);
    gone("pull_trigger where id = $1", trigger);
    assertEquals(1, count("pull_trigger where id = $1", unfinished));
    assertEquals(
        3, count("pull_job where id = any ($1)", (Object) new UUID[] {newest, young, running}));
  }

  private static UUID job(UUID user, UUID connection, String state, String ended) {
    return job(node.db()::query, user, connection, state, ended);
  }

  private static UUID job(Sql sql, UUID user, UUID connection, String state, String ended) {
    UUID id = Ids.uuid();
    sql.run(
        """
        insert into pull_job (id, connection_id, user_id, team_id, environment, provider, app_id, feed,
                              resources, generation, state, range_start, range_end, due_at,
                              ended_at, trace_id, release)
        values ($1, $2, $3, $4, 'sandbox', 'strava', $5, 'x', '{workouts}', 1, $6, now(), now(),
                now() + interval '1 hour', now() - $7::text::interval, 'x', 'x')
        """,
        id,
        connection,
        user,
        node.first().team(),
        Ids.NIL,
        state,
        ended);
    return id;
  }

  @Test
  void newsOfAConnectionThatStandsStillAreKeptForSevenDays() {
    UUID user = user();
    UUID connection = Ids.uuid();
    node.db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id)"
                + " values ($1, $2, $3, 'sandbox', 'oura', 'paused', $4)",
            connection,
            user,
            node.first().team(),
            Ids.NIL);
    for (int days : List.of(6, 8)) {
      node.db()
          .query(
              """
              insert into provider_hint (id, provider, app_id, connection_id, what, feed, dedupe_hash,
                                         state, due_at, received_at)
              values ($1, 'oura', $2, $3, 'changed', 'sleep', $4, 'queued', 'infinity',
                      now() - make_interval(days => $5))
              """,
              Ids.uuid(),
              Ids.NIL,
              connection,
              new byte[] {(byte) days},
              days);
    }
    gone("provider_hint where received_at < now() - interval '7 days'");
    assertEquals(1, count("provider_hint where connection_id = $1", connection));
  }

  @Test
  void connectionsArePausedSevenDaysAfterTheEndOfIngestion() {
    UUID over = user();
    UUID late = user();
    UUID open = user();
    for (UUID u : List.of(over, late, open)) {
      connect(u, "garmin", "connected");
    }
    connect(over, "whoop", "error");
    node.db()
        .query(
            """
            update app_user set ingestion_end = (now() at time zone 'UTC')::date
                   - case when id = $1 then 8 else 7 end
             where id in ($1, $2)
            """,
            over,
            late);
    gone("connection where user_id = $1 and status <> 'paused'", over);
    gone("connection where user_id = $1 and access_token_encrypted is not null", over);
    assertEquals(2, count("connection where user_id = $1", over));
    assertEquals(1, count("connection where user_id = $1 and status = 'connected'", late));
    assertEquals(1, count("connection where user_id = $1 and status = 'connected'", open));
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
              Secrets.sha256(part[1]),
              node.first().team(),
              part[2]);
    }
    gone("portal_link where token_hash = $1", (Object) Secrets.sha256("old"));
    gone("portal_session where token_hash = $1", (Object) Secrets.sha256("ended"));
    assertEquals(1, count("portal_link where token_hash = $1", (Object) Secrets.sha256("fresh")));
    assertEquals(1, count("portal_session where token_hash = $1", (Object) Secrets.sha256("open")));
  }
}
