package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.testkit.Hooks;
import io.tributary.testkit.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The page in a browser: its door, and endpoints. */
class PortalPageTest {
  private static TestNode node;
  private static PortalHarness portal;
  private static Hooks hooks;
  private static Browser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    portal = new PortalHarness(node);
    hooks = new Hooks(node);
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    node.close();
  }

  @AfterEach
  void nothingIsComplainedAbout() {
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aLinkOpensThePageOnceAndLeavesTheAddressBar() {
    String link = portal.link();
    browser.open(link);
    browser.sees("Endpoints");
    String address = browser.driver().getCurrentUrl();
    assertEquals(node.url("/portal/webhooks"), address);
    assertFalse(browser.run("return document.cookie").toString().contains("portal"));
    browser.driver().navigate().refresh();
    browser.sees("Endpoints");

    browser.open(link);
    browser.sees("This link has been used");
    browser.click("Go on with it");
    browser.sees("Endpoints");
    browser.click("Log out");
    browser.sees("You are logged out");
    browser.open(link);
    browser.sees("This link has been used");
    browser.seesNot("Go on with it");
    browser.open(node.url("/portal/webhooks"));
    browser.sees("Open your link");
    browser.open(node.url("/portal/webhooks#link=nonsense"));
    browser.sees("This link is not known");
  }

  @Test
  void anEndpointIsAddedByKeyboardAlone() {
    browser.open(portal.link());
    browser.sees("Endpoints");
    browser.settled();
    browser.press(Keys.TAB);
    browser.tabTo("Add endpoint");
    browser.press(Keys.ENTER);
    browser.sees("We send each event there");
    browser.press(Keys.ESCAPE);
    browser.seesNot("We send each event there");
    assertEquals("Add endpoint", browser.focused().getText());

    browser.press(Keys.ENTER);
    browser.sees("We send each event there");
    assertEquals("URL", browser.focused().getAccessibleName());
    browser.press("ftp://nowhere", Keys.ENTER);
    browser.sees("scheme");
    assertEquals("URL", browser.focused().getAccessibleName());
    browser.focused().sendKeys(Keys.chord(Keys.CONTROL, "a"), "http://127.0.0.1:9/keys");
    browser.press(Keys.TAB, "Made without a mouse");
    browser.tabTo("All events, also ones of the future");
    browser.press(Keys.ARROW_DOWN);
    browser.tabTo("Search types");
    browser.press("sleep.created");
    browser.press(Keys.TAB, Keys.TAB, Keys.SPACE);
    browser.tabTo("Messages per second, at most");
    browser.press("7", Keys.ENTER);
    browser.sees("Endpoint added");
    browser.sees("http://127.0.0.1:9/keys");
    var made = node.manage("GET", hooks.base() + "?limit=250", null).json().at("/data/0");
    assertEquals("http://127.0.0.1:9/keys", made.get("url").asText());
    assertEquals("Made without a mouse", made.get("description").asText());
    assertEquals(7, made.get("rate_limit").asInt());
    assertEquals("[\"daily.data.sleep.created\"]", made.get("filter_types").toString());
  }
}
