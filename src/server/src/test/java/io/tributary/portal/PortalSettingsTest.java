package io.tributary.portal;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Hooks;
import io.tributary.testkit.Receiver;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page in a browser: secrets, switches, and what happens when something is away. */
class PortalSettingsTest {
  private static Gate gate;
  private static TestNode node;
  private static PortalHarness portal;
  private static Hooks hooks;
  private static Receiver receiver;
  private static Browser browser;

  @BeforeAll
  static void start() {
    gate = new Gate(TestNode.freshDatabase());
    node = TestNode.at(gate.url());
    portal = new PortalHarness(node);
    hooks = new Hooks(node);
    receiver = new Receiver();
    browser = new Browser();
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
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aSecretIsShownOnDemandAndRotated() {
    String id = hooks.endpoint(receiver.url("/secret"));
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.view("/e/" + id + "/settings");
    browser.sees("Signing secret");
    String old = hooks.secret(id);
    assertFalse(browser.text().contains("whsec_"));
    browser.click("Show secret");
    browser.sees(old);
    browser.click("Hide");
    browser.seesNot(old);
    browser.click("Rotate secret");
    browser.sees("signs beside it for 24 hours");
    browser.fill("New secret", "whsec_short");
    browser.click("Rotate");
    browser.sees("Secret should be whsec_");
    browser.fill("New secret", "");
    browser.click("Rotate");
    browser.sees("Rotated.");
    String now = hooks.secret(id);
    assertNotEquals(old, now);
    browser.click("Show secret");
    browser.sees(now);
    node.manage("DELETE", hooks.base() + "/" + id, null);
  }

  @Test
  void anEndpointIsDisabledAndDeletedAfterAQuestion() {
    String id = hooks.endpoint(receiver.url("/gone"));
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.view("/e/" + id + "/settings");
    browser.sees("Signing secret");
    browser.click("Disable");
    browser.sees("Disable this endpoint?");
    browser.click("Cancel");
    assertFalse(disabled(id));
    browser.click("Disable");
    browser.sees("Disable this endpoint?");
    browser.named("Disable").click();
    browser.sees("This endpoint is disabled");
    assertTrue(disabled(id));
    browser.click("Enable");
    browser.seesNot("This endpoint is disabled");
    assertFalse(disabled(id));
    browser.click("Delete endpoint");
    browser.sees("This cannot be undone.");
    browser.named("Delete endpoint").click();
    browser.sees("Endpoint deleted.");
    node.manage("GET", hooks.base() + "/" + id, null).expect(404);
  }

  private static boolean disabled(String id) {
    return node.manage("GET", hooks.base() + "/" + id, null)
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
    browser.sees("Endpoints");
    browser.view("/e/" + id + "/settings");
    browser.sees("Signing secret");
    node.db().query("update portal_session set expires_at = now()");
    browser.click("Show secret");
    browser.sees("Your session is over");
    assertFalse(browser.text().contains("whsec_"));
    node.manage("DELETE", hooks.base() + "/" + id, null);
  }

  @Test
  void aTabOfAnotherTeamsLinkDoesNotActOnThisOne() {
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.settled();
    // Another tab of the same browser opens a link: the cookie is its session's now.
    browser.run(
        """
        return fetch('/portal/api/session', { method: 'POST', body: arguments[0],
          headers: { 'content-type': 'application/json' } }).then((r) => r.status)
        """,
        "{\"link\":\"" + PortalHarness.token(portal.link()) + "\"}");
    browser.view("/e/ep_any");
    browser.sees("load it again");
  }

  @Test
  void aDatabaseThatIsAwayIsToldAndNothingHangs() {
    String id = hooks.endpoint(receiver.url("/away"));
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.settled();
    gate.shut();
    try {
      browser.view("/e/" + id);
      browser.sees("its database is away");
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
    node.manage("DELETE", hooks.base() + "/" + id, null);
  }
}
