package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Regenerates the screenshots in src/docs/images: {@code mvn test -Dtest=PortalScreenshots}.
 * Excluded from the regular test run.
 */
class PortalScreenshots {
  private static final Path IMAGES = Path.of("src/docs/images");
  private static final int LARGEST = 300_000;

  @Test
  void take() throws IOException {
    Files.createDirectories(IMAGES);
    try (TestNode node = TestNode.start("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "50ms");
        PortalDemoData story = new PortalDemoData(node);
        TestBrowser browser = new TestBrowser()) {
      story.applyRealisticValues();
      PortalHarness portal = new PortalHarness(node);
      for (String kind : new String[] {"desktop", "phone"}) {
        boolean phone = kind.equals("phone");
        browser.size(phone ? 390 : 1280, phone ? 844 : 900);
        browser.dark(false);
        browser.open(portal.link());
        browser.assertVisible("Northwind Health");
        browser.awaitLoaded();
        takeScreenshot(browser, "endpoints-" + kind);
        browser.openView("/e/" + story.failing);
        browser.assertVisible("coaching/webhooks");
        browser.awaitLoaded();
        takeScreenshot(browser, "messages-" + kind);
        browser.openView("/e/" + story.failing + "/m/" + story.failedMessage());
        browser.assertVisible("Attempts");
        browser.awaitLoaded();
        takeScreenshot(browser, "message-" + kind);
        browser.openView("/e/" + story.failing + "/settings");
        browser.assertVisible("Signing secret");
        browser.awaitLoaded();
        browser.dark(true);
        takeScreenshot(browser, "settings-" + kind);
        browser.dark(false);
      }
      browser.size(1280, 900);
      browser.openView("/");
      browser.assertVisible("warehouse.northwind.example");
      browser.awaitLoaded();
      browser.click("Add endpoint");
      browser.assertVisible("Events are sent to this URL");
      takeScreenshot(browser, "add-desktop");
    }
  }

  private static void takeScreenshot(TestBrowser browser, String name) throws IOException {
    byte[] png = browser.screenshot();
    assertTrue(png.length < LARGEST, name + ": " + png.length);
    Files.write(IMAGES.resolve("portal-" + name + ".png"), png);
  }
}
