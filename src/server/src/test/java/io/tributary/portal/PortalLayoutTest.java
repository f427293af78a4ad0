package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks layout and accessibility of every view on a phone and a desktop, in both color schemes,
 * with varied data.
 */
class PortalLayoutTest {
  private static final String HOSTILE =
      "<img src=x onerror=\\\"window.broken=1\\\"><script>window.broken=1</script>"
          + "\\\"'`{{7*7}}</style>javascript:window.broken=1 "
          + "w".repeat(300);
  private static final String PLAIN = Json.parse("\"" + HOSTILE + "\"").textValue();

  private static TestNode node;
  private static PortalHarness portal;
  private static PortalDemoData story;
  private static TestBrowser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "50ms");
    portal = new PortalHarness(node);
    story = new PortalDemoData(node);
    browser = new TestBrowser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    story.close();
    node.close();
  }

  /**
   * Checks narrow and wide windows in light and dark mode for horizontal overflow and accessibility
   * violations.
   */
  private static void assertAccessible(String view) {
    browser.awaitLoaded();
    browser.size(360, 740);
    assertEquals(0, browser.horizontalOverflow(), view + " is wider than a phone");
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      assertEquals("", browser.violations(), view + (dark ? " dark" : " light"));
    }
    browser.dark(false);
    browser.size(1280, 900);
    assertEquals(0, browser.horizontalOverflow(), view + " is wider than a desk");
  }

  private static void dialog(String opener, String shows) {
    browser.click(opener);
    browser.assertVisible(shows);
    assertAccessible(opener);
    assertTrue(
        (Boolean) browser.run("return document.querySelector('dialog').open"), opener + " closed");
    browser.press(org.openqa.selenium.Keys.ESCAPE);
    Eventually.eventually(
        TestBrowser.SOON,
        () -> assertEquals(0L, browser.run("return document.querySelectorAll('dialog').length")));
    assertEquals(opener, browser.focused().getText());
  }

  @Test
  void everyViewFitsEveryScreenAndEverybodyCanUseIt() {
    browser.open(node.url("/portal/webhooks"));
    browser.assertVisible("A link is required");
    assertAccessible("no session");
    browser.open(portal.link());
    browser.assertVisible("Data warehouse");
    browser.assertVisible("attempts delivered");
    browser.click("Show as table");
    assertAccessible("endpoints");
    dialog("Add endpoint", "Events are sent to this URL");
    browser.openView("/e/" + story.failing);
    browser.assertVisible("daily.data.sleep.created");
    browser.click("User and time");
    assertAccessible("messages");
    dialog("Recover", "Retries every message");
    dialog("Replay", "Resends every message");
    dialog("Send test event", "Sends an example event");
    browser.openView("/e/" + story.failing + "/m/" + story.failedMessage());
    browser.assertVisible("Response body");
    assertAccessible("message");
    browser.openView("/e/" + story.failing + "/settings");
    browser.assertVisible("Signing secret");
    browser.click("Show secret");
    browser.assertVisible("whsec_");
    assertAccessible("settings");
    dialog("Rotate secret", "signed with the new secret");
    dialog("Add headers", "replace all existing ones");
    dialog("Disable", "Disable this endpoint?");
    dialog("Delete endpoint", "cannot be undone");
    browser.open(portal.link("{\"read_only\":true}"));
    browser.assertVisible("Read-only");
    assertAccessible("endpoints, read only");
    String quiet =
        new WebhookFixture(node)
            .endpoint(
                story.receiver.url("/quiet"), ",\"filter_types\":[\"labtest.result.critical\"]");
    browser.openView("/e/" + quiet);
    browser.assertVisible("No messages yet");
    assertAccessible("no messages");
    browser.openView("/e/" + story.off + "/settings");
    browser.assertVisible("Old import");
    browser.awaitLoaded();
    for (String word : List.of("Delete", "Show secret", "Edit", "Enable")) {
      assertTrue(!browser.text().contains(word + "\n"), word);
    }
    browser.openView("/nowhere");
    browser.assertVisible("Page not found");
    assertAccessible("nothing");
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void whatOthersWroteIsOnlyEverText() {
    story.receiver.setAnswer(
        "/hostile", (r, g) -> r.response().setStatusCode(500).end(PLAIN + "\n" + PLAIN));
    WebhookFixture hooks = new WebhookFixture(node);
    String id =
        hooks.endpoint(
            story.receiver.url("/hostile") + "?q=%3Cscript%3E" + "x".repeat(400),
            ",\"description\":\"" + HOSTILE + "\",\"filter_types\":[\"continuous_query.*\"]");
    Event event =
        new Event(
            "continuous_query.result_table.changed",
            node.tenant(),
            null,
            PLAIN,
            Json.object().put(PLAIN, PLAIN));
    assertTrue(EventTypes.isKnown(event.type()));
    node.db()
        .tx(
            tx -> {
              new Outbox().add(tx, List.of(event));
              return null;
            });
    Eventually.eventually(TestBrowser.SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    node.db().query("update team set name = $1", PLAIN);
    try {
      browser.open(portal.link());
      for (String view : List.of("/", "/e/" + id, "/e/" + id + "/settings")) {
        browser.openView(view);
        browser.assertVisible(PLAIN.substring(0, 60));
        text(view);
      }
      browser.click("Edit");
      browser.assertVisible("Events are sent to this URL");
      assertEquals(PLAIN, browser.field("Description").getDomProperty("value"));
      text("edit");
      browser.press(org.openqa.selenium.Keys.ESCAPE);
      browser.openView("/e/" + id);
      browser.click("continuous_query.result_table.changed");
      browser.assertVisible("Response body");
      browser.assertVisible(PLAIN.substring(0, 60));
      text("message");
      browser.openView(
          "/e/" + id + "?event_type=" + "%3Cscript%3Ewindow.broken%3D1%3C%2Fscript%3E");
      browser.assertVisible("Unknown event type");
      text("search");
      browser.openView("/e/%3Cimg%20src%3Dx%20onerror%3Dwindow.broken%3D1%3E");
      browser.assertVisible("does not exist or was deleted");
      text("address");
    } finally {
      node.db().query("update team set name = 'Sandbox team'");
      node.callManagement("DELETE", hooks.base() + "/" + id, null);
    }
    assertEquals(List.of(), browser.consoleErrors());
  }

  private static void text(String view) {
    browser.awaitLoaded();
    assertEquals(null, browser.run("return window.broken"), view);
    assertEquals(
        1L, browser.run("return document.querySelectorAll('script, img:not([alt])').length"), view);
    browser.size(360, 740);
    assertEquals(0, browser.horizontalOverflow(), view + " with long texts");
    browser.size(1280, 900);
  }
}
