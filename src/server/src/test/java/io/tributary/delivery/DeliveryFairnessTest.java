package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryFairnessTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private final WebhookTestServer receiver = new WebhookTestServer();
  private TestNode node;
  private WebhookFixture hooks;

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  private void start(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "100ms",
                "TRIBUTARY_WEBHOOK_SHARDS", "2",
                "TRIBUTARY_WEBHOOK_TIMEOUT", "60s",
                "TRIBUTARY_LEASE_TTL", "60s",
                "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms"));
    settings.addAll(List.of(more));
    node = TestNode.start(settings.toArray(String[]::new));
    hooks = new WebhookFixture(node);
  }

  /** Creates a second team with one endpoint that alone receives its events. */
  private Tenant secondTeam(String path) {
    var team =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team",
                Json.object().put("name", "neighbour").put("region", "us").toString())
            .json();
    Tenant tenant =
        new Tenant(java.util.UUID.fromString(team.findValue("id").asText()), Environment.SANDBOX);
    node.callManagement(
            "POST",
            "/v1/org/" + node.first().org() + "/team/" + tenant.team() + "/sandbox/webhook",
            "{\"url\":\"" + receiver.url(path) + "\"}")
        .expect(200);
    return tenant;
  }

  private void events(Tenant tenant, int n) {
    node.db()
        .tx(
            tx -> {
              for (int i = 0; i < n; i++) {
                new io.tributary.event.Outbox().add(tx, WebhookFixture.event(tenant, i));
              }
              return null;
            });
  }

  @Test
  void aTeamOfHangingEndpointsLeavesSlotsToOthers() {
    start(
        "TRIBUTARY_WEBHOOK_CONCURRENCY", "24",
        "TRIBUTARY_WEBHOOK_LIMITS_TEAM_CONCURRENCY", "20",
        "TRIBUTARY_WEBHOOK_LIMITS_MAX_SLOW_ATTEMPTS", "0");
    receiver.hold("/hang");
    for (int i = 0; i < 4; i++) {
      hooks.endpoint(receiver.url("/hang"));
    }
    Tenant other = secondTeam("/other");
    hooks.events(50);
    eventually(SOON, () -> assertEquals(20, receiver.requests("/hang").size()));
    events(other, 40);
    eventually(SOON, () -> assertEquals(40, receiver.requests("/other").size()));
    assertEquals(20, receiver.requests("/hang").size());
  }

  @Test
  void longAttemptsReleaseTheirSlots() {
    start(
        "TRIBUTARY_WEBHOOK_CONCURRENCY", "16",
        "TRIBUTARY_WEBHOOK_LIMITS_TEAM_CONCURRENCY", "16",
        "TRIBUTARY_WEBHOOK_LIMITS_SLOW_ATTEMPT_THRESHOLD", "100ms",
        "TRIBUTARY_WEBHOOK_LIMITS_TEAM_MAX_SLOW_ATTEMPTS", "40");
    receiver.hold("/hang");
    for (int i = 0; i < 3; i++) {
      hooks.endpoint(receiver.url("/hang"));
    }
    String fine = hooks.endpoint(receiver.url("/fine"));
    hooks.events(30);
    // Each endpoint gets at most sixteen slots, although the node could use no more in total.
    eventually(SOON, () -> assertEquals(48, receiver.requests("/hang").size()));
    eventually(SOON, () -> assertEquals(30, hooks.count(fine, "delivered")));
    assertEquals(48, receiver.requests("/hang").size());
  }

  @Test
  void largeMessagesInMemoryAreBoundedByTheirBytes() {
    start(
        "TRIBUTARY_WEBHOOK_LIMITS_BUFFER_BYTES", String.valueOf(4 << 20),
        "TRIBUTARY_WEBHOOK_LIMITS_READ_BYTES", String.valueOf(1 << 18),
        "TRIBUTARY_WEBHOOK_SETTINGS_CACHE_TTL", "1500ms");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(hooks.endpoint(receiver.url("/large")));
    }
    receiver.hold("/large");
    String filler = "x".repeat(300_000);
    for (int i = 0; i < 20; i++) {
      var e = WebhookFixture.event(node.tenant(), i);
      var data = Json.object().put("n", i).put("filler", filler);
      node.db()
          .tx(
              tx -> {
                new io.tributary.event.Outbox()
                    .add(
                        tx,
                        new io.tributary.event.Event(
                            e.type(), e.tenant(), null, e.clientUserId(), data));
                return null;
              });
    }
    eventually(SOON, () -> assertTrue(receiver.requests("/large").size() >= 6));
    // All 120 large messages would exceed the budget; in-flight attempts use at most about a
    // quarter of it.
    int under = receiver.requests("/large").size();
    assertTrue(under <= 16, "in flight: " + under);
    receiver.setAnswer("/large", 200);
    receiver.release();
    eventually(SOON, () -> ids.forEach(id -> assertEquals(20, hooks.count(id, "delivered"))));
  }
}
