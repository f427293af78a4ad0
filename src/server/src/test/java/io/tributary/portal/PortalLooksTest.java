package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every view on a phone and at a desk, in both colour schemes, for everybody, whatever the data.
 */
class PortalLooksTest {
  private static final String HOSTILE =
      "<img src=x onerror=\\\"window.broken=1\\\"><script>window.broken=1</script>"
          + "\\\"'`{{7*7}}</style>javascript:window.broken=1 "
          + "w".repeat(300);
  private static final String PLAIN = Json.parse("\"" + HOSTILE + "\"").textValue();

  private static TestNode node;
  private static PortalHarness portal;
  private static Story story;
  private static Browser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_WEBHOOK_WAITS", "50ms");
    portal = new PortalHarness(node);
    story = new Story(node);
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    story.close();
    node.close();
  }

  /**
   * Narrow and wide, light and dark: nothing to scroll sideways, nothing that keeps anybody out.
   */
  private static void fine(String view) {
    browser.settled();
    browser.size(360, 740);
    assertEquals(0, browser.overhang(), view + " is wider than a phone");
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      assertEquals("", browser.violations(), view + (dark ? " dark" : " light"));
    }
    browser.dark(false);
    browser.size(1280, 900);
    assertEquals(0, browser.overhang(), view + " is wider than a desk");
  }

  private static void dialog(String opener, String shows) {
    browser.click(opener);
    browser.sees(shows);
    fine(opener);
    assertTrue(
        (Boolean) browser.run("return document.querySelector('dialog').open"), opener + " closed");
    browser.press(org.openqa.selenium.Keys.ESCAPE);
    Eventually.eventually(
        Browser.SOON,
        () -> assertEquals(0L, browser.run("return document.querySelectorAll('dialog').length")));
    assertEquals(opener, browser.focused().getText());
  }

  @Test
  void everyViewFitsEveryScreenAndEverybodyCanUseIt() {
    browser.open(node.url("/portal/webhooks"));
    browser.sees("Open your link");
    fine("no session");
    browser.open(portal.link());
    browser.sees("Data warehouse");
    browser.sees("attempts delivered");
    browser.click("As a table");
    fine("endpoints");
    dialog("Add endpoint", "We send each event there");
    browser.view("/e/" + story.failing);
    browser.sees("daily.data.sleep.created");
    browser.click("User and time");
    fine("messages");
    dialog("Recover", "Every message since then");
    dialog("Replay", "Every message since then");
    dialog("Send test event", "An example of this type");
    browser.view("/e/" + story.failing + "/m/" + story.failed());
    browser.sees("What the receiver answered");
    fine("message");
    browser.view("/e/" + story.failing + "/settings");
    browser.sees("Signing secret");
    browser.click("Show secret");
    browser.sees("whsec_");
    fine("settings");
    dialog("Rotate secret", "The new secret signs");
    dialog("Add headers", "take the place");
    dialog("Disable", "Disable this endpoint?");
    dialog("Delete endpoint", "cannot be undone");
    browser.open(portal.link("{\"read_only\":true}"));
    browser.sees("read only");
    fine("endpoints, read only");
    String quiet =
        new Hooks(node)
            .endpoint(
                story.receiver.url("/quiet"), ",\"filter_types\":[\"labtest.result.critical\"]");
    browser.view("/e/" + quiet);
    browser.sees("No message yet");
    fine("no messages");
    browser.view("/e/" + story.off + "/settings");
    browser.sees("Old import");
    browser.settled();
    for (String word : List.of("Delete", "Show secret", "Edit", "Enable")) {
      assertTrue(!browser.text().contains(word + "\n"), word);
    }
    browser.view("/nowhere");
    browser.sees("Nothing here");
    fine("nothing");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void whatOthersWroteIsOnlyEverText() {
    story.receiver.answers(
        "/hostile", (r, g) -> r.response().setStatusCode(500).end(PLAIN + "\n" + PLAIN));
    Hooks hooks = new Hooks(node);
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
    Eventually.eventually(Browser.SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    node.db().query("update team set name = $1", PLAIN);
    try {
      browser.open(portal.link());
      for (String view : List.of("/", "/e/" + id, "/e/" + id + "/settings")) {
        browser.view(view);
        browser.sees(PLAIN.substring(0, 60));
        text(view);
      }
      browser.click("Edit");
      browser.sees("We send each event there");
      assertEquals(PLAIN, browser.field("Description").getDomProperty("value"));
      text("edit");
      browser.press(org.openqa.selenium.Keys.ESCAPE);
      browser.view("/e/" + id);
      browser.click("continuous_query.result_table.changed");
      browser.sees("What the receiver answered");
      browser.sees(PLAIN.substring(0, 60));
      text("message");
      browser.view("/e/" + id + "?event_type=" + "%3Cscript%3Ewindow.broken%3D1%3C%2Fscript%3E");
      browser.sees("Unknown event type");
      text("search");
      browser.view("/e/%3Cimg%20src%3Dx%20onerror%3Dwindow.broken%3D1%3E");
      browser.sees("not here any more");
      text("address");
    } finally {
      node.db().query("update team set name = 'Sandbox team'");
      node.manage("DELETE", hooks.base() + "/" + id, null);
    }
    assertEquals(List.of(), browser.complaints());
  }

  private static void text(String view) {
    browser.settled();
    assertEquals(null, browser.run("return window.broken"), view);
    assertEquals(
        1L, browser.run("return document.querySelectorAll('script, img:not([alt])').length"), view);
    browser.size(360, 740);
    assertEquals(0, browser.overhang(), view + " with long texts");
    browser.size(1280, 900);
  }
}
