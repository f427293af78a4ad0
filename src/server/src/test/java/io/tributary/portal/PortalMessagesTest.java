package io.tributary.portal;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.Hooks;
import io.tributary.testkit.Receiver;
import io.tributary.testkit.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page in a browser: messages, and what can be done with them. */
class PortalMessagesTest {
  private static TestNode node;
  private static PortalHarness portal;
  private static Hooks hooks;
  private static Receiver receiver;
  private static Browser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_WEBHOOK_WAITS", "50ms");
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
  }

  @AfterEach
  void nothingIsComplainedAbout() {
    assertEquals(List.of(), browser.complaints());
  }

  /** An endpoint whose messages have failed, and the page that shows it. */
  private static String failing(String path, int messages, String answer) {
    receiver.answers(path, (r, g) -> r.response().setStatusCode(500).end(answer));
    String id = hooks.endpoint(receiver.url(path));
    hooks.events(messages);
    eventually(Browser.SOON, () -> assertEquals(messages, hooks.count(id, "failed")));
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.view("/e/" + id);
    return id;
  }

  @Test
  void aFailedMessageTellsWhyAndIsDeliveredByAnotherTry() {
    String id = failing("/mended", 1, "the disk is full <b>really</b>");
    try {
      browser.sees("provider.device.created");
      browser.sees("Failed");
      browser.click("provider.device.created");
      browser.sees("The receiver failed. Its own log tells why.");
      browser.sees("the disk is full <b>really</b>");
      browser.sees("HTTP 500");
      browser.sees("café");
      receiver.answers("/mended", (r, g) -> r.response().end("thanks"));
      browser.click("Resend");
      browser.sees("By hand");
      browser.sees("HTTP 200");
      assertEquals(1, hooks.count(id, "delivered"));
      assertEquals("Resend", browser.focused().getText());
      browser.driver().navigate().back();
      browser.sees("Delivered");
    } finally {
      node.manage("DELETE", hooks.base() + "/" + id, null);
    }
  }

  @Test
  void whatFailedIsRecoveredAndTheSearchFindsIt() {
    String id = failing("/back", 3, "no");
    try {
      receiver.answers("/back", 200);
      browser.settled();
      browser.click("Recover");
      browser.sees("Every message since then that failed");
      browser.named("Recover").click();
      browser.sees("3 messages will be sent again now");
      eventually(Browser.SOON, () -> assertEquals(3, hooks.count(id, "delivered")));
      browser.click("Refresh");
      browser.sees("Refreshed.");
      browser.field("Status").sendKeys("Failed");
      browser.click("Search");
      browser.sees("Nothing fits this search");
      browser.click("Show all");
      browser.sees("provider.device.created");
      browser.fill("Event type", "provider.*");
      browser.click("Search");
      browser.sees("provider.device.created");
    } finally {
      node.manage("DELETE", hooks.base() + "/" + id, null);
    }
  }

  @Test
  void aTestEventIsSentAndWhatBecameOfItIsShown() {
    receiver.answers("/try", (r, g) -> r.response().end("hello from the receiver"));
    String id = hooks.endpoint(receiver.url("/try"));
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.view("/e/" + id);
    browser.click("Send test event");
    browser.sees("An example of this type");
    browser.fill("Event type", "labtest.order.created");
    browser.click("Send");
    browser.sees("labtest.order.created");
    browser.sees("The receiver took the message.");
    assertEquals(1, receiver.got("/try").size());
    browser.click("Messages");
    browser.sees("labtest.order.created");
    browser.click("Send test event");
    browser.sees("An example of this type");
    browser.fill("Event type", "no.such.type");
    browser.click("Send");
    browser.sees("no.such.type");
    node.manage("DELETE", hooks.base() + "/" + id, null);
  }
}
