package io.tributary.portal;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The portal in a browser: messages and their actions. */
class PortalMessagesTest {
  private static TestNode node;
  private static PortalHarness portal;
  private static WebhookFixture hooks;
  private static WebhookTestServer receiver;
  private static TestBrowser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "50ms");
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
  }

  @AfterEach
  void nothingIsComplainedAbout() {
    assertEquals(List.of(), browser.consoleErrors());
  }

  /** Creates an endpoint with failed messages and opens its page. */
  private static String openFailingEndpoint(String path, int messages, String answer) {
    receiver.setAnswer(path, (r, g) -> r.response().setStatusCode(500).end(answer));
    String id = hooks.endpoint(receiver.url(path));
    hooks.events(messages);
    eventually(TestBrowser.SOON, () -> assertEquals(messages, hooks.count(id, "failed")));
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.openView("/e/" + id);
    return id;
  }

  @Test
  void aFailedMessageTellsWhyAndIsDeliveredByAnotherTry() {
    String id = openFailingEndpoint("/fixed", 1, "the disk is full <b>really</b>");
    try {
      browser.assertVisible("provider.device.created");
      browser.assertVisible("Failed");
      browser.click("provider.device.created");
      browser.assertVisible("Your endpoint returned an error. Check your server logs.");
      browser.assertVisible("the disk is full <b>really</b>");
      browser.assertVisible("HTTP 500");
      browser.assertVisible("café");
      receiver.setAnswer("/fixed", (r, g) -> r.response().end("thanks"));
      browser.click("Resend");
      browser.assertVisible("Manual attempt");
      browser.assertVisible("HTTP 200");
      assertEquals(1, hooks.count(id, "delivered"));
      assertEquals("Resend", browser.focused().getText());
      browser.driver().navigate().back();
      browser.assertVisible("Delivered");
    } finally {
      node.callManagement("DELETE", hooks.base() + "/" + id, null);
    }
  }

  @Test
  void whatFailedIsRecoveredAndTheSearchFindsIt() {
    String id = openFailingEndpoint("/back", 3, "no");
    try {
      receiver.setAnswer("/back", 200);
      browser.awaitLoaded();
      browser.click("Recover");
      browser.assertVisible("Retries every message");
      browser.buttonOrLink("Recover").click();
      browser.assertVisible("3 messages queued for another attempt");
      eventually(TestBrowser.SOON, () -> assertEquals(3, hooks.count(id, "delivered")));
      browser.click("Refresh");
      browser.assertVisible("Refreshed.");
      browser.field("Status").sendKeys("Failed");
      browser.click("Search");
      browser.assertVisible("No matching messages");
      browser.click("Show all");
      browser.assertVisible("provider.device.created");
      browser.fill("Event type", "provider.*");
      browser.click("Search");
      browser.assertVisible("provider.device.created");
    } finally {
      node.callManagement("DELETE", hooks.base() + "/" + id, null);
    }
  }

  @Test
  void aTestEventIsSentAndWhatBecameOfItIsShown() {
    receiver.setAnswer("/try", (r, g) -> r.response().end("hello from the receiver"));
    String id = hooks.endpoint(receiver.url("/try"));
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.openView("/e/" + id);
    browser.click("Send test event");
    browser.assertVisible("Sends an example event");
    browser.fill("Event type", "labtest.order.created");
    browser.click("Send");
    browser.assertVisible("labtest.order.created");
    browser.assertVisible("Your endpoint accepted the message.");
    assertEquals(1, receiver.requests("/try").size());
    browser.click("Messages");
    browser.assertVisible("labtest.order.created");
    browser.click("Send test event");
    browser.assertVisible("Sends an example event");
    browser.fill("Event type", "no.such.type");
    browser.click("Send");
    browser.assertVisible("no.such.type");
    node.callManagement("DELETE", hooks.base() + "/" + id, null);
  }
}
