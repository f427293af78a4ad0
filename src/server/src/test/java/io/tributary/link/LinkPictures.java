package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of src/docs/images anew: {@code mvn test -Dtest=LinkPictures}. No part of the
 * usual tests.
 */
class LinkPictures {
  private static final Path IMAGES = Path.of("src/docs/images");
  private static final int LARGEST = 150_000;

  @Test
  void take() throws Exception {
    Files.createDirectories(IMAGES);
    try (HostedLink hosted = new HostedLink();
        Browser browser = new Browser()) {
      for (String kind : new String[] {"desktop", "phone"}) {
        boolean phone = kind.equals("phone");
        browser.size(phone ? 360 : 1280, phone ? 740 : 800);
        String login = hosted.patient("right", false, "123456");
        browser.open(hosted.page(hosted.link()));
        browser.sees("9 providers");
        shot(browser, "list-" + kind);
        browser.fill("Search by name or kind", "sleep");
        browser.sees("2 providers");
        browser.dark(true);
        shot(browser, "search-dark-" + kind);
        browser.dark(false);
        HostedLink.Link link = hosted.link();
        browser.open(hosted.page(link));
        browser.named("Abbott LibreView Glucose sensors, read from the patient account").click();
        browser.fill("User name or e-mail address", login);
        browser.fill("Password", "wrong");
        browser.named("Connect").click();
        browser.sees("does not accept");
        shot(browser, "wrong-password-" + kind);
        browser.fill("Password", "right");
        browser.named("Connect").click();
        browser.sees("has sent a code");
        shot(browser, "code-" + kind);
        browser.fill("Code", "123456");
        browser.named("Connect").click();
        browser.sees("is connected");
        shot(browser, "success-" + kind);
        browser.open(hosted.page(hosted.link().of(HostedLink.EMAIL)));
        browser.sees("Country or region");
        browser.dark(true);
        shot(browser, "email-dark-" + kind);
        browser.dark(false);
        HostedLink.Link denied = hosted.link();
        browser.open(hosted.page(denied));
        browser.named("Oura Rings for sleep, recovery and activity").click();
        browser.click("Deny");
        browser.sees("Oura was not connected");
        shot(browser, "denied-" + kind);
        browser.open(hosted.url() + "/link?token=nonsense");
        browser.sees("This link does not work");
        shot(browser, "invalid-" + kind);
      }
    }
  }

  private static void shot(Browser browser, String name) throws IOException {
    byte[] png = browser.picture();
    assertTrue(png.length < LARGEST, name + ": " + png.length);
    Files.write(IMAGES.resolve("link-" + name + ".png"), png);
  }
}
