package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.portal.TestBrowser;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Keys;

/** A user with a browser on the hosted pages, with layout and accessibility checks. */
record LinkVisitor(HostedLinkFixture hosted, TestBrowser browser) {
  /** Checks a narrow light screen and a wide dark one for overflow and accessibility violations. */
  void assertAccessible(String view) {
    browser.size(360, 740);
    assertEquals(0, browser.horizontalOverflow(), view + " is wider than a phone");
    assertEquals("", browser.violations(), view + " on a phone");
    browser.dark(true);
    browser.size(1280, 900);
    assertEquals(0, browser.horizontalOverflow(), view + " is wider than a desk");
    assertEquals("", browser.violations(), view + " in the dark");
    browser.dark(false);
    assertEquals(List.of(), browser.consoleErrors(), view);
  }

  void failed(LinkError error) {
    browser.assertVisible("For support: " + error.wire());
    assertAccessible(error.wire());
  }

  void open(HostedLinkFixture.LinkRequest link) {
    browser.open(hosted.pageUrl(link));
  }

  void signIn(String user, String password) {
    browser.fill("Username or email address", user);
    browser.fill("Password", password);
    browser.press(Keys.ENTER);
  }

  /** Asserts that the focus is on the error and one key press away from the field. */
  void assertErrorAt(String field) {
    assertEquals("error-summary", browser.focused().getDomAttribute("id"));
    assertEquals("alert", browser.focused().getAriaRole());
    browser.press(Keys.TAB, Keys.ENTER);
    assertEquals("#" + field, browser.run("return location.hash"));
    assertEquals(
        "true",
        browser.run("return document.querySelector(':target').getAttribute('aria-invalid')"));
    assertEquals(
        browser.run("return document.getElementById('error-message').textContent"),
        browser.run(
            "return document.getElementById("
                + "document.querySelector(':target').getAttribute('aria-describedby')).textContent"));
  }

  void script(boolean on) {
    browser
        .driver()
        .executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
  }
}
