package io.tributary.maintenance;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebhookRetentionTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static TestNode node;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_MAINTENANCE_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_RETENTION_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_BATCH_SIZE", "3");
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static long count(String from, Object... args) {
    return node.db()
        .query("select count(*) as n from " + from, args)
        .iterator()
        .next()
        .getLong("n");
  }

  /** Inserts a message from some days ago whose second attempt is due tomorrow. */
  private static String message(String endpoint, int days) {
    String id =
        Ids.messageIdBound(Instant.now().minus(Duration.ofDays(days))) + Ids.randomBase62(16);
    node.db()
        .query(
            """
            with m as (
              insert into message (id, team_id, environment, event_type, body, created_at)
              select $1, team_id, environment, 'x', '{}', now() - $3::int * interval '1 day'
                from webhook_endpoint where id = $2
            )
            insert into delivery (message_id, endpoint_id, shard, state, attempt, due_at)
            select $1, id, shard, 'pending', 1, now() + interval '1 day'
              from webhook_endpoint where id = $2
            """,
            id,
            endpoint,
            days);
    return id;
  }

  private static void manual(String endpoint, String message, String id) {
    node.db()
        .query(
            """
            insert into manual_attempt (id, endpoint_id, message_id, shard)
            values ($1, $2, $3, 100000)
            """,
            UUID.fromString(id),
            endpoint,
            message);
  }

  @Test
  void whatStillWaitsWhenItsPayloadExpiresIsCanceledAndGoesInItsTime() {
    String e = hooks.endpoint("https://a.example");
    String young = message(e, 29);
    manual(e, young, Ids.uuid().toString());
    for (int i = 0; i < 7; i++) {
      manual(e, message(e, 1), Ids.uuid().toString());
    }
    node.db()
        .query(
            """
            update message set created_at = now() - interval '31 days'
             where created_at > now() - interval '2 days'
               and id in (select message_id from delivery where endpoint_id = $1)
            """,
            e);
    message(e, 91);
    eventually(LIMIT, () -> assertEquals(7, hooks.count(e, "canceled")));
    eventually(LIMIT, () -> assertEquals(8, count("delivery where endpoint_id = $1", e)));
    assertEquals(1, hooks.count(e, "pending"));
    assertEquals(1, count("message where id = $1 and body is not null", young));
    eventually(LIMIT, () -> assertEquals(1, count("manual_attempt where endpoint_id = $1", e)));
  }

  @Test
  void extraAttemptsThatNobodyCouldMakeDoNotStay() {
    String e = hooks.endpoint("https://a.example");
    String m = message(e, 1);
    String old = message(e, 2);
    manual(e, m, Ids.uuid().toString());
    long ago = Instant.now().minus(Duration.ofDays(31)).toEpochMilli();
    manual(e, old, new UUID(ago << 16 | 0x7000, 1L << 63).toString());
    eventually(LIMIT, () -> assertEquals(1, count("manual_attempt where endpoint_id = $1", e)));
    assertEquals(1, count("manual_attempt where message_id = $1", m));
  }

  @Test
  void countsAreKeptAsLongAsTheyAreShown() {
    String e = hooks.endpoint("https://a.example");
    node.db()
        .query(
            """
            insert into delivery_count (endpoint_id, at, delivered)
            select $1, now() - i * interval '1 day', 1 from unnest('{89,90,92,93,94,95,96}'::int[]) i
            """,
            e);
    eventually(LIMIT, () -> assertEquals(2, count("delivery_count where endpoint_id = $1", e)));
  }

  @Test
  void aDeletedEndpointIsForgottenWithItsNumbersOnceItsMessagesAre() {
    String kept = hooks.endpoint("https://a.example");
    String recent = hooks.endpoint("https://a.example");
    String busy = hooks.endpoint("https://a.example");
    String gone = hooks.endpoint("https://a.example");
    for (int i = 0; i < 7; i++) {
      UUID user =
          UUID.fromString(
              node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomHex(8) + "\"}")
                  .expect(200)
                  .json()
                  .get("user_id")
                  .asText());
      for (String e : new String[] {kept, gone}) {
        node.db().query("insert into user_sequence values ($1, $2, 1, 0)", user, e);
      }
    }
    message(busy, 1);
    node.db().query("update webhook_endpoint set deleted_at = now() where id = $1", recent);
    for (String e : new String[] {busy, gone}) {
      node.db()
          .query(
              "update webhook_endpoint set deleted_at = now() - interval '91 days' where id = $1",
              e);
    }
    eventually(LIMIT, () -> assertEquals(0, count("webhook_endpoint where id = $1", gone)));
    assertEquals(0, count("user_sequence where endpoint_id = $1", gone));
    assertEquals(0, count("webhook_secret where endpoint_id = $1", gone));
    assertEquals(7, count("user_sequence where endpoint_id = $1", kept));
    for (String e : new String[] {kept, recent, busy}) {
      assertEquals(1, count("webhook_endpoint where id = $1", e));
    }
  }
}
