package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.event.Outbox;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManualAttemptTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String[] FAST = {
    "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms",
    "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
    "TRIBUTARY_WEBHOOK_SHARDS", "2",
    "TRIBUTARY_LEASE_TTL", "60s",
    "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms"
  };

  private final WebhookTestServer receiver = new WebhookTestServer();
  private TestNode node;
  private WebhookFixture hooks;
  private String id;

  @BeforeEach
  void start() {
    node = TestNode.start(FAST);
    hooks = new WebhookFixture(node);
    id = hooks.endpoint(receiver.url("/in"));
  }

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  /** Requests an extra attempt for every message of the endpoint. */
  private void requestExtraAttempts() {
    node.db()
        .tx(
            tx -> {
              tx.query("select message_id, shard from delivery where endpoint_id = $1", id)
                  .forEach(
                      r -> {
                        tx.update(
                            "insert into manual_attempt (id, endpoint_id, message_id, shard)"
                                + " values ($1, $2, $3, $4)",
                            Ids.uuid(),
                            id,
                            r.getString("message_id"),
                            r.getInteger("shard"));
                        tx.wakeAfterCommit(Outbox.deliveryQueue(r.getInteger("shard")));
                      });
              return null;
            });
  }

  private long queued() {
    return node.db()
        .query("select count(*) as n from manual_attempt")
        .iterator()
        .next()
        .getLong("n");
  }

  private List<Integer> numbers() {
    List<Integer> out = new java.util.ArrayList<>();
    node.db()
        .query(
            "select number from delivery_attempt_all where endpoint_id = $1 order by started_at,"
                + " number",
            id)
        .forEach(r -> out.add(r.getInteger("number")));
    return out;
  }

  @Test
  void oneThatSucceedsMakesAFailedMessageDelivered() {
    receiver.setAnswer("/in", 500);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    receiver.setAnswer("/in", 200);
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
    assertEquals(List.of(1, 2, -1), numbers());
    assertEquals(0, queued());
    assertEquals(
        1,
        receiver.requests("/in").stream()
            .map(WebhookTestServer.ReceivedRequest::id)
            .distinct()
            .count());
  }

  @Test
  void oneThatFailsChangesNothingAndIsNotRepeated() {
    receiver.setAnswer("/in", 500);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(List.of(1, 2, -1), numbers()));
    assertEquals(1, hooks.count(id, "failed"));
    assertEquals(0, queued());
    hooks.events(1);
    eventually(SOON, () -> assertEquals(2, hooks.count(id, "failed")));
    assertEquals(5, receiver.requests("/in").size());
  }

  @Test
  void aDeliveredMessageIsSentOnceMore() {
    hooks.events(3);
    eventually(SOON, () -> assertEquals(3, hooks.count(id, "delivered")));
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(6, receiver.requests("/in").size()));
    eventually(SOON, () -> assertEquals(0, queued()));
    assertEquals(3, hooks.count(id, "delivered"));
    assertEquals(6, hooks.attempts(id));
  }

  @Test
  void aPendingMessageKeepsItsSchedule() {
    receiver.hold("/in");
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    receiver.setAnswer("/in", 200);
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(0, queued()));
    assertEquals(1, hooks.count(id, "pending"));
    assertEquals(List.of(-1), numbers());
    receiver.release();
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "delivered")));
  }

  @Test
  void whatWasAskedForSurvivesACrash() {
    receiver.setAnswer("/in", 500);
    hooks.events(30);
    eventually(SOON, () -> assertEquals(30, hooks.count(id, "failed")));
    receiver.hold("/in");
    int before = receiver.requests("/in").size();
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(before + 16, receiver.requests("/in").size()));
    node.crash();
    receiver.setAnswer("/in", 200);
    node = node.restart();
    hooks = new WebhookFixture(node);
    eventually(SOON, () -> assertEquals(30, hooks.count(id, "delivered")));
    assertEquals(0, queued());
  }

  @Test
  void oneForAHeldMessageGoesOutAtOnce() {
    node.db().query("update webhook_endpoint set ordered = true where id = $1", id);
    receiver.hold("/in");
    var user = java.util.UUID.randomUUID();
    node.db()
        .tx(
            tx -> {
              for (int n = 0; n < 2; n++) {
                var e = WebhookFixture.event(node.tenant(), n);
                new Outbox()
                    .add(
                        tx,
                        new io.tributary.event.Event(
                            e.type(), e.tenant(), user, e.clientUserId(), e.data()));
              }
              return null;
            });
    eventually(SOON, () -> assertEquals(1, receiver.requests("/in").size()));
    assertEquals(1, hooks.count(id, "held"));
    receiver.setAnswer("/in", 200);
    requestExtraAttempts();
    eventually(SOON, () -> assertEquals(0, queued()));
    assertEquals(3, receiver.requests("/in").size());
    assertEquals(1, hooks.count(id, "held"), "its turn in the schedule is still to come");
    receiver.release();
    eventually(SOON, () -> assertEquals(2, hooks.count(id, "delivered")));
  }
}
