package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.portal.Browser;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.Keys;

/** Somebody at the hosted pages with a browser, who looks closely at each. */
record LinkVisitor(HostedLink hosted, Browser browser) {
  /** On a narrow light screen and a wide dark one: nothing hangs over, nobody is kept out. */
  void fine(String view) {
    browser.size(360, 740);
    assertEquals(0, browser.overhang(), view + " is wider than a phone");
    assertEquals("", browser.violations(), view + " on a phone");
    browser.dark(true);
    browser.size(1280, 900);
    assertEquals(0, browser.overhang(), view + " is wider than a desk");
    assertEquals("", browser.violations(), view + " in the dark");
    browser.dark(false);
    assertEquals(List.of(), browser.complaints(), view);
  }

  void failed(LinkError error) {
    browser.sees("For support: " + error.wire());
    fine(error.wire());
  }

  void open(HostedLink.Link link) {
    browser.open(hosted.page(link));
  }

  void signIn(String user, String password) {
    browser.fill("User name or e-mail address", user);
    browser.fill("Password", password);
    browser.press(Keys.ENTER);
  }

  /** The focus is on what went wrong, and a key away from the field. */
  void toldAt(String field) {
    assertEquals("problem", browser.focused().getDomAttribute("id"));
    assertEquals("alert", browser.focused().getAriaRole());
    browser.press(Keys.TAB, Keys.ENTER);
    assertEquals("#" + field, browser.run("return location.hash"));
    assertEquals(
        "true",
        browser.run("return document.querySelector(':target').getAttribute('aria-invalid')"));
    assertEquals(
        browser.run("return document.getElementById('advice').textContent"),
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
