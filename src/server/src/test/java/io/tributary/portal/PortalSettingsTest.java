package io.tributary.portal;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The portal in a browser: secrets, switches and outages. */
class PortalSettingsTest {
  private static ClosableDatabaseProxy gate;
  private static TestNode node;
  private static PortalHarness portal;
  private static WebhookFixture hooks;
  private static WebhookTestServer receiver;
  private static TestBrowser browser;

  @BeforeAll
  static void start() {
    gate = new ClosableDatabaseProxy(TestNode.newMigratedDatabase());
    node = TestNode.startAt(gate.url());
    portal = new PortalHarness(node);
    hooks = new WebhookFixture(node);
    receiver = new WebhookTestServer();
    browser = new TestBrowser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    receiver.close();
    node.close();
    gate.close();
  }

  @AfterEach
  void nothingIsComplainedAbout() {
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void aSecretIsShownOnDemandAndRotated() {
    String id = hooks.endpoint(receiver.url("/secret"));
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.openView("/e/" + id + "/settings");
    browser.assertVisible("Signing secret");
    String old = hooks.secret(id);
    assertFalse(browser.text().contains("whsec_"));
    browser.click("Show secret");
    browser.assertVisible(old);
    browser.click("Hide");
    browser.assertNotVisible(old);
    browser.click("Rotate secret");
    browser.assertVisible("also with the current secret for 24 hours");
    browser.fill("New secret", "whsec_short");
    browser.click("Rotate");
    browser.assertVisible("Secret should be whsec_");
    browser.fill("New secret", "");
    browser.click("Rotate");
    browser.assertVisible("Secret rotated.");
    String now = hooks.secret(id);
    assertNotEquals(old, now);
    browser.click("Show secret");
    browser.assertVisible(now);
    node.callManagement("DELETE", hooks.base() + "/" + id, null);
  }

  @Test
  void anEndpointIsDisabledAndDeletedAfterAQuestion() {
    String id = hooks.endpoint(receiver.url("/gone"));
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.openView("/e/" + id + "/settings");
    browser.assertVisible("Signing secret");
    browser.click("Disable");
    browser.assertVisible("Disable this endpoint?");
    browser.click("Cancel");
    assertFalse(disabled(id));
    browser.click("Disable");
    browser.assertVisible("Disable this endpoint?");
    browser.buttonOrLink("Disable").click();
    browser.assertVisible("This endpoint is disabled");
    assertTrue(disabled(id));
    browser.click("Enable");
    browser.assertNotVisible("This endpoint is disabled");
    assertFalse(disabled(id));
    browser.click("Delete endpoint");
    browser.assertVisible("This cannot be undone.");
    browser.buttonOrLink("Delete endpoint").click();
    browser.assertVisible("Endpoint deleted.");
    node.callManagement("GET", hooks.base() + "/" + id, null).expect(404);
  }

  private static boolean disabled(String id) {
    return node.callManagement("GET", hooks.base() + "/" + id, null)
        .expect(200)
        .json()
        .get("disabled")
        .asBoolean();
  }

  @Test
  void aSessionThatEndsMeanwhileSaysSo() {
    String id = hooks.endpoint(receiver.url("/late"));
    String link = portal.link();
    browser.open(link);
    browser.assertVisible("Endpoints");
    browser.openView("/e/" + id + "/settings");
    browser.assertVisible("Signing secret");
    node.db().query("update portal_session set expires_at = now()");
    browser.click("Show secret");
    browser.assertVisible("Your session has expired");
    assertFalse(browser.text().contains("whsec_"));
    node.callManagement("DELETE", hooks.base() + "/" + id, null);
  }

  @Test
  void aTabOfAnotherTeamsLinkDoesNotActOnThisOne() {
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.awaitLoaded();
    // Another tab of the same browser opens a link, so the cookie now belongs to its session.
    browser.run(
        """
        return fetch('/portal/api/session', { method: 'POST', body: arguments[0],
          headers: { 'content-type': 'application/json' } }).then((r) => r.status)
        """,
        "{\"link\":\"" + PortalHarness.token(portal.link()) + "\"}");
    browser.openView("/e/ep_any");
    browser.assertVisible("reload it");
  }

  @Test
  void aDatabaseThatIsAwayIsToldAndNothingHangs() {
    String id = hooks.endpoint(receiver.url("/away"));
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.awaitLoaded();
    gate.closeConnections();
    try {
      browser.openView("/e/" + id);
      browser.assertVisible("its database is unavailable");
      gate.open();
      eventually(
          Duration.ofSeconds(60),
          () -> {
            browser.run(
                """
                [...document.querySelectorAll('button')].find((b) => b.textContent === 'Try again')?.click()
                """);
            assertTrue(browser.text().contains(receiver.url("/away")));
          });
    } finally {
      gate.open();
    }
    node.callManagement("DELETE", hooks.base() + "/" + id, null);
  }
}
