package io.tributary.maintenance;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Rows of the first team with a given age, and checks for their removal. */
record AgedRowFixture(TestNode node) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Runs a statement, inside or outside a transaction. */
  interface StatementRunnable {
    void run(String sql, Object... args);
  }

  /** Creates a user through the API. */
  UUID user() {
    return UUID.fromString(
        node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomHex(8) + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText());
  }

  /** Counts rows of {@code from}: a table, optionally with a condition. */
  long count(String from, Object... args) {
    return node.db()
        .query("select count(*) as n from " + from, args)
        .iterator()
        .next()
        .getLong("n");
  }

  /** Waits until no such row is left. */
  void awaitNone(String from, Object... args) {
    eventually(LIMIT, () -> assertEquals(0, count(from, args), from));
  }

  /** Creates a connection with a token. */
  UUID connect(UUID user, String provider, String status) {
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
            Ids.DEFAULT_APP,
            node.secrets().seal("token", id.toString()));
    return id;
  }

  /** Inserts a message of the user with an age such as {@code 29 days}. */
  String message(UUID user, String age) {
    return message(node.db()::query, user, age);
  }

  private String message(StatementRunnable sql, UUID user, String age) {
    String id = Ids.messageId();
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

  /** Inserts data of every kind, more than one batch can delete. */
  void insertAllData(UUID user) {
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
            insert into sample_block (series_id, start_minute, sample_count, data)
            select $1, i * 60, 1, '' from generate_series(1, 40) i
            """,
            series);
    for (int i = 0; i < 10; i++) {
      message(user, "1 second");
    }
    node.db().query("insert into user_refresh (user_id) values ($1)", user);
  }

  /** Waits until all data of the user has been erased. */
  void awaitErased(UUID user) {
    awaitNone("app_user where id = $1", user);
    for (String table :
        List.of(
            "summary", "series", "message", "user_demographics", "connection", "user_refresh")) {
      awaitNone(table + " where user_id = $1", user);
    }
  }

  /** Inserts a message with an attempt at the endpoint {@code ep_h}, in one statement. */
  String messageWithAttempt(UUID user, String age, String attemptAge) {
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

  /** Inserts a pull that ended some time ago, such as {@code 31 days}. */
  UUID job(UUID user, UUID connection, String state, String ended) {
    return job(node.db()::query, user, connection, state, ended);
  }

  /** Inserts the pull in the caller's transaction. */
  UUID job(StatementRunnable sql, UUID user, UUID connection, String state, String ended) {
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
        Ids.DEFAULT_APP,
        state,
        ended);
    return id;
  }
}
