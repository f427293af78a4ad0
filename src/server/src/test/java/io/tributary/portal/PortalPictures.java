package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of src/docs/images anew: {@code mvn test -Dtest=PortalPictures}. No part of
 * the usual tests.
 */
class PortalPictures {
  private static final Path IMAGES = Path.of("src/docs/images");
  private static final int LARGEST = 300_000;

  @Test
  void take() throws IOException {
    Files.createDirectories(IMAGES);
    try (TestNode node = TestNode.start("TRIBUTARY_WEBHOOK_WAITS", "50ms");
        Story story = new Story(node);
        Browser browser = new Browser()) {
      story.pretend();
      PortalHarness portal = new PortalHarness(node);
      for (String kind : new String[] {"desktop", "phone"}) {
        boolean phone = kind.equals("phone");
        browser.size(phone ? 390 : 1280, phone ? 844 : 900);
        browser.dark(false);
        browser.open(portal.link());
        browser.sees("Northwind Health");
        browser.settled();
        shot(browser, "endpoints-" + kind);
        browser.view("/e/" + story.failing);
        browser.sees("coaching/webhooks");
        browser.settled();
        shot(browser, "messages-" + kind);
        browser.view("/e/" + story.failing + "/m/" + story.failed());
        browser.sees("Attempts");
        browser.settled();
        shot(browser, "message-" + kind);
        browser.view("/e/" + story.failing + "/settings");
        browser.sees("Signing secret");
        browser.settled();
        browser.dark(true);
        shot(browser, "settings-" + kind);
        browser.dark(false);
      }
      browser.size(1280, 900);
      browser.view("/");
      browser.sees("warehouse.northwind.example");
      browser.settled();
      browser.click("Add endpoint");
      browser.sees("We send each event there");
      shot(browser, "add-desktop");
    }
  }

  private static void shot(Browser browser, String name) throws IOException {
    byte[] png = browser.picture();
    assertTrue(png.length < LARGEST, name + ": " + png.length);
    Files.write(IMAGES.resolve("portal-" + name + ".png"), png);
  }
}
