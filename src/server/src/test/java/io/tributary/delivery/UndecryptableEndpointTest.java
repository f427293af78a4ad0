package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Endpoints whose secret or headers cannot be decrypted because of a damaged row or a lost key. */
class UndecryptableEndpointTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private final WebhookTestServer receiver = new WebhookTestServer();
  private TestNode node;
  private WebhookFixture hooks;
  private String broken;
  private String fine;

  @BeforeEach
  void start() {
    node =
        TestNode.start(
            "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
            "TRIBUTARY_WEBHOOK_SHARDS", "1",
            "TRIBUTARY_LEASE_TTL", "60s",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms");
    hooks = new WebhookFixture(node);
    broken = hooks.endpoint(receiver.url("/broken"));
    fine = hooks.endpoint(receiver.url("/fine"));
  }

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  private void damageSecret() {
    node.db()
        .query(
            "update webhook_secret set secret_encrypted = '\\x0102' where endpoint_id = $1",
            broken);
  }

  private void damageHeaders() {
    node.db()
        .query("update webhook_endpoint set headers_encrypted = '\\x0102' where id = $1", broken);
  }

  private void newHeaders() {
    String path = hooks.base() + "/" + broken + "/headers";
    node.callManagement("PUT", path, "{\"headers\":{\"x-own\":\"1\"}}").expect(204);
  }

  private double gauge(String name) {
    return node.get("/metrics")
        .text()
        .lines()
        .filter(l -> l.startsWith("tributary_webhook_" + name + " "))
        .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' '))))
        .sum();
  }

  private void assertOnlyFineEndpointServed(int events) {
    eventually(SOON, () -> assertEquals(events, hooks.count(fine, "delivered")));
    eventually(SOON, () -> assertEquals(1, gauge("undecryptable_endpoints")));
    assertEquals(events, hooks.count(broken, "pending"));
    assertEquals(0, hooks.attempts(broken));
    assertTrue(receiver.requests("/broken").isEmpty());
  }

  @Test
  void anUndecryptableSecretStopsOnlyItsEndpointAndANewOneFixesIt() {
    damageSecret();
    hooks.events(30);
    assertOnlyFineEndpointServed(30);
    hooks.events(5);
    assertOnlyFineEndpointServed(35);
    node.callManagement("POST", hooks.base() + "/" + broken + "/secret/rotate", "{}").expect(204);
    eventually(SOON, () -> assertEquals(35, hooks.count(broken, "delivered")));
    eventually(SOON, () -> assertEquals(0, gauge("undecryptable_endpoints")));
  }

  @Test
  void undecryptableHeadersStopOnlyTheirEndpointAndNewOnesFixIt() {
    damageHeaders();
    hooks.events(3);
    assertOnlyFineEndpointServed(3);
    newHeaders();
    eventually(SOON, () -> assertEquals(3, hooks.count(broken, "delivered")));
    assertEquals("1", receiver.requests("/broken").getFirst().headers().get("x-own"));
  }

  @Test
  void whatIsInMemoryWhenItHappensIsLetGoAndComesBack() {
    hooks.patch(broken, "{\"rate_limit\":5}");
    hooks.events(60);
    eventually(SOON, () -> assertTrue(hooks.count(broken, "delivered") > 0));
    damageHeaders();
    eventually(SOON, () -> assertEquals(1, gauge("undecryptable_endpoints")));
    eventually(SOON, () -> assertEquals(0, gauge("buffer_bytes")));
    assertTrue(hooks.count(broken, "pending") > 0);
    hooks.patch(broken, "{\"rate_limit\":null}");
    newHeaders();
    eventually(SOON, () -> assertEquals(60, hooks.count(broken, "delivered")));
  }

  @Test
  void switchedOffItIsCanceledAsEver() {
    damageSecret();
    hooks.events(3);
    assertOnlyFineEndpointServed(3);
    hooks.patch(broken, "{\"disabled\":true}");
    eventually(SOON, () -> assertEquals(3, hooks.count(broken, "canceled")));
  }

  @Test
  void aRowRepairedByHandIsDetectedWithoutANotification() {
    var kept =
        node.db()
            .query("select secret_encrypted from webhook_secret where endpoint_id = $1", broken)
            .iterator()
            .next()
            .getBuffer("secret_encrypted");
    damageSecret();
    hooks.events(3);
    assertOnlyFineEndpointServed(3);
    node.db()
        .query(
            "update webhook_secret set secret_encrypted = $2 where endpoint_id = $1",
            broken,
            kept.getBytes());
    eventually(SOON, () -> assertEquals(3, hooks.count(broken, "delivered")));
  }
}
