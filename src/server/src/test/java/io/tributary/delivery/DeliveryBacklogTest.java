package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues with more rows than one transaction touches, and locks that last. */
class DeliveryBacklogTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration RENEWAL = Duration.ofSeconds(15);
  private static final int MANY = 4_500;

  private final WebhookTestServer receiver = new WebhookTestServer();
  private TestNode node;
  private WebhookFixture hooks;

  @BeforeEach
  void start() {
    node =
        TestNode.start(
            "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms",
            "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
            "TRIBUTARY_WEBHOOK_SHARDS", "2",
            "TRIBUTARY_LEASE_TTL", "60s",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms");
    hooks = new WebhookFixture(node);
  }

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  /** Creates extra attempts and retries that are due tomorrow. */
  private String createBacklog() {
    String id = hooks.endpoint(receiver.url("/in"), ",\"rate_limit\":1");
    fill(id, "pending", false);
    node.db()
        .query(
            """
            insert into manual_attempt (id, endpoint_id, message_id, shard)
            select gen_random_uuid(), d.endpoint_id, d.message_id, d.shard
              from delivery d where d.endpoint_id = $1
            """,
            id);
    return id;
  }

  private void fill(String id, String state, boolean ordered) {
    String[] messages = Stream.generate(Ids::messageId).limit(MANY).toArray(String[]::new);
    UUID user = UUID.randomUUID();
    node.db()
        .query(
            """
            insert into message (id, team_id, environment, event_type, user_id, body)
            select id, $2, 'sandbox', $3, $4, '{}' from unnest($1::text[]) as u (id)
            """,
            messages,
            node.first().team(),
            EventTypes.DEVICE_CREATED,
            user);
    node.db()
        .query(
            """
            insert into delivery (message_id, endpoint_id, shard, state, attempt, due_at, user_id, seq, ordered)
            select u.id, e.id, e.shard, case when u.n = 1 then 'pending' else $3 end, 1,
                   now() + interval '1 day', $4, u.n, $5
              from unnest($1::text[]) with ordinality as u (id, n), webhook_endpoint e where e.id = $2
            """,
            messages,
            id,
            state,
            user,
            ordered);
  }

  private void assertCanceled(String id) {
    assertEquals(MANY, hooks.count(id, "canceled") + hooks.count(id, "delivered"));
    assertEquals(
        0,
        node.db().query("select 1 from manual_attempt where endpoint_id = $1 limit 1", id).size());
  }

  @Test
  void aLongQueueIsTakenBackWhenItsEndpointIsSwitchedOff() {
    String id = createBacklog();
    hooks.patch(id, "{\"disabled\":true}");
    eventually(SOON, () -> assertCanceled(id));
  }

  @Test
  void aLongQueueIsTakenBackWhenItsEndpointIsDeleted() {
    String id = createBacklog();
    node.callManagement("DELETE", hooks.base() + "/" + id, null).expect(204);
    eventually(SOON, () -> assertCanceled(id));
  }

  @Test
  void whatWasCutShortIsTakenBackAllTheSame() {
    String id = createBacklog();
    String other = hooks.endpoint(receiver.url("/other"));
    fill(other, "pending", false);
    node.db().query("update webhook_endpoint set disabled = true where id = $1", id);
    eventually(SOON, () -> assertCanceled(id));
    assertEquals(MANY, hooks.count(other, "pending"), "nothing of one that is on");
  }

  @Test
  void whatIsStillBeingTakenBackIsNotSentByEnablingItsEndpoint() {
    node.close();
    // Disables the sweep, so that only the test cancels attempts.
    node = TestNode.start("TRIBUTARY_WEBHOOK_LIMITS_SWEEP_INTERVAL", "1h");
    hooks = new WebhookFixture(node);
    String id = hooks.endpoint(receiver.url("/in"));
    fill(id, "pending", false);
    node.db().query("update webhook_endpoint set disabled = true where id = $1", id);
    String path = hooks.base() + "/" + id;
    node.callManagement("PATCH", path, "{\"disabled\":false}").expect(409);
    hooks.patch(id, "{\"description\":\"still off\"}");
    DeliveryCancellation.cancelRemaining(node.db(), id, shard(id));
    eventually(SOON, () -> assertEquals(MANY, hooks.count(id, "canceled")));
    node.callManagement("PATCH", path, "{\"disabled\":false}").expect(200);
    assertEquals(0, receiver.requests("/in").size());
  }

  private int shard(String id) {
    return node.db()
        .query("select shard from webhook_endpoint where id = $1", id)
        .iterator()
        .next()
        .getInteger("shard");
  }

  @Test
  void aLongQueueThatIsHeldBackGoesWhenOrderIsSwitchedOff() {
    String id = hooks.endpoint(receiver.url("/in"), ",\"rate_limit\":1,\"ordered\":true");
    fill(id, "held", true);
    assertEquals(MANY - 1, hooks.count(id, "held"));
    hooks.patch(id, "{\"ordered\":false}");
    eventually(
        SOON,
        () -> {
          assertEquals(0, hooks.count(id, "held"));
          assertEquals(
              0,
              node.db()
                  .query("select 1 from delivery where endpoint_id = $1 and ordered limit 1", id)
                  .size());
        });
  }

  private OffsetDateTime renewed() {
    return node.db()
        .query("select min(expires_at) as at from actor_lease where name like 'deliver:%'")
        .iterator()
        .next()
        .getOffsetDateTime("at");
  }

  @Test
  void newsThatWaitForAUsersLockLeaveTheLeasesFreeToBeRenewed() throws Exception {
    hooks.endpoint(receiver.url("/other"));
    String failing = hooks.endpoint(receiver.url("/in"));
    receiver.setAnswer("/in", 500);
    UUID user = UUID.randomUUID();
    var data = Json.object().put("n", 1);
    var event = new Event(EventTypes.DEVICE_CREATED, node.tenant(), user, null, data);
    var held = new CountDownLatch(1);
    var enough = new CountDownLatch(1);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () ->
                    node.db()
                        .tx(
                            tx -> {
                              new Outbox().add(tx, event);
                              held.countDown();
                              try {
                                enough.await();
                              } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                              }
                              return null;
                            }));
    held.await();
    // A failed message of the same user; its notification is ordered after the user's messages at
    // the other endpoint.
    String message = Ids.messageId();
    node.db()
        .query(
            "insert into message (id, team_id, environment, event_type, user_id, body)"
                + " values ($1, $2, 'sandbox', $3, $4, '{}')",
            message,
            node.first().team(),
            EventTypes.DEVICE_CREATED,
            user);
    node.db()
        .query(
            "insert into delivery (message_id, endpoint_id, shard, state, attempt, user_id)"
                + " select $1, id, shard, 'pending', 1, $3 from webhook_endpoint where id = $2",
            message,
            failing,
            user);
    try {
      eventually(
          SOON,
          () ->
              assertTrue(
                  node.db()
                          .query(
                              "select 1 from pg_stat_activity where datname = current_database()"
                                  + " and wait_event_type = 'Lock'"
                                  + " and query like '%insert into message (id, team_id%'")
                          .size()
                      > 0));
      var before = renewed();
      eventually(RENEWAL, () -> assertTrue(renewed().isAfter(before)));
    } finally {
      enough.countDown();
      writer.join();
    }
    eventually(SOON, () -> assertTrue(receiver.requests("/other").size() >= 2));
  }
}
