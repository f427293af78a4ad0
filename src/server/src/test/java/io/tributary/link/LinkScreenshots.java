package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.TestBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Regenerates the screenshots in src/docs/images: {@code mvn test -Dtest=LinkScreenshots}. Excluded
 * from the regular test run.
 */
class LinkScreenshots {
  private static final Path IMAGES = Path.of("src/docs/images");
  private static final int LARGEST = 150_000;

  @Test
  void take() throws Exception {
    Files.createDirectories(IMAGES);
    try (HostedLinkFixture hosted = new HostedLinkFixture();
        TestBrowser browser = new TestBrowser()) {
      for (String kind : new String[] {"desktop", "phone"}) {
        boolean phone = kind.equals("phone");
        browser.size(phone ? 360 : 1280, phone ? 740 : 800);
        String login = hosted.createPatient("right", false, "123456");
        browser.open(hosted.pageUrl(hosted.link()));
        browser.assertVisible("9 providers");
        takeScreenshot(browser, "list-" + kind);
        browser.fill("Search by name or type", "sleep");
        browser.assertVisible("2 providers");
        browser.dark(true);
        takeScreenshot(browser, "search-dark-" + kind);
        browser.dark(false);
        HostedLinkFixture.LinkRequest link = hosted.link();
        browser.open(hosted.pageUrl(link));
        browser
            .buttonOrLink("Abbott LibreView Glucose sensors, read from the patient account")
            .click();
        browser.fill("Username or email address", login);
        browser.fill("Password", "wrong");
        browser.buttonOrLink("Connect").click();
        browser.assertVisible("rejected your sign-in");
        takeScreenshot(browser, "wrong-password-" + kind);
        browser.fill("Password", "right");
        browser.buttonOrLink("Connect").click();
        browser.assertVisible("sent a code");
        takeScreenshot(browser, "code-" + kind);
        browser.fill("Code", "123456");
        browser.buttonOrLink("Connect").click();
        browser.assertVisible("is connected");
        takeScreenshot(browser, "success-" + kind);
        browser.open(hosted.pageUrl(hosted.link().of(HostedLinkFixture.EMAIL)));
        browser.assertVisible("Account country or region");
        browser.dark(true);
        takeScreenshot(browser, "email-dark-" + kind);
        browser.dark(false);
        HostedLinkFixture.LinkRequest denied = hosted.link();
        browser.open(hosted.pageUrl(denied));
        browser.buttonOrLink("Oura Rings for sleep, recovery and activity").click();
        browser.click("Deny");
        browser.assertVisible("Oura was not connected");
        takeScreenshot(browser, "denied-" + kind);
        browser.open(hosted.url() + "/link?token=nonsense");
        browser.assertVisible("This link is invalid");
        takeScreenshot(browser, "invalid-" + kind);
      }
    }
  }

  private static void takeScreenshot(TestBrowser browser, String name) throws IOException {
    byte[] png = browser.screenshot();
    assertTrue(png.length < LARGEST, name + ": " + png.length);
    Files.write(IMAGES.resolve("link-" + name + ".png"), png);
  }
}
