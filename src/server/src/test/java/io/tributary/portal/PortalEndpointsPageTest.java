package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The portal in a browser: sign-in and endpoints. */
class PortalEndpointsPageTest {
  private static TestNode node;
  private static PortalHarness portal;
  private static WebhookFixture hooks;
  private static TestBrowser browser;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    portal = new PortalHarness(node);
    hooks = new WebhookFixture(node);
    browser = new TestBrowser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    node.close();
  }

  @AfterEach
  void nothingIsComplainedAbout() {
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void aLinkOpensThePageOnceAndLeavesTheAddressBar() {
    String link = portal.link();
    browser.open(link);
    browser.assertVisible("Endpoints");
    String address = browser.driver().getCurrentUrl();
    assertEquals(node.url("/portal/webhooks"), address);
    assertFalse(browser.run("return document.cookie").toString().contains("portal"));
    browser.driver().navigate().refresh();
    browser.assertVisible("Endpoints");

    browser.open(link);
    browser.assertVisible("This link has already been used");
    browser.click("Continue session");
    browser.assertVisible("Endpoints");
    browser.click("Log out");
    browser.assertVisible("You are logged out");
    browser.open(link);
    browser.assertVisible("This link has already been used");
    browser.assertNotVisible("Continue session");
    browser.open(node.url("/portal/webhooks"));
    browser.assertVisible("A link is required");
    browser.open(node.url("/portal/webhooks#link=nonsense"));
    browser.assertVisible("This link is invalid");
  }

  @Test
  void anEndpointIsAddedByKeyboardAlone() {
    browser.open(portal.link());
    browser.assertVisible("Endpoints");
    browser.awaitLoaded();
    browser.press(Keys.TAB);
    browser.tabTo("Add endpoint");
    browser.press(Keys.ENTER);
    browser.assertVisible("Events are sent to this URL");
    browser.press(Keys.ESCAPE);
    browser.assertNotVisible("Events are sent to this URL");
    assertEquals("Add endpoint", browser.focused().getText());

    browser.press(Keys.ENTER);
    browser.assertVisible("Events are sent to this URL");
    assertEquals("URL", browser.focused().getAccessibleName());
    browser.press("ftp://nowhere", Keys.ENTER);
    browser.assertVisible("scheme");
    assertEquals("URL", browser.focused().getAccessibleName());
    browser.focused().sendKeys(Keys.chord(Keys.CONTROL, "a"), "http://127.0.0.1:9/keys");
    browser.press(Keys.TAB, "Made without a mouse");
    browser.tabTo("All events, including future types");
    browser.press(Keys.ARROW_DOWN);
    browser.tabTo("Search types");
    browser.press("sleep.created");
    browser.press(Keys.TAB, Keys.TAB, Keys.SPACE);
    browser.tabTo("Messages per second");
    browser.press("7", Keys.ENTER);
    browser.assertVisible("Endpoint added");
    browser.assertVisible("http://127.0.0.1:9/keys");
    var made = node.callManagement("GET", hooks.base() + "?limit=250", null).json().at("/data/0");
    assertEquals("http://127.0.0.1:9/keys", made.get("url").asText());
    assertEquals("Made without a mouse", made.get("description").asText());
    assertEquals(7, made.get("rate_limit").asInt());
    assertEquals("[\"daily.data.sleep.created\"]", made.get("filter_types").toString());
  }
}
