package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.TestBrowser;
import io.tributary.testkit.TestNode;
import io.tributary.tools.corpus.ParseBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Regenerates the screenshots in src/docs/images: {@code mvn test -Dtest=ReviewScreenshots}. The
 * report is a drawn fax that a complete node has read. Excluded from the regular test run.
 */
class ReviewScreenshots {
  private static final Path IMAGES = Path.of("src/docs/images");
  private static final int LARGEST = 300_000;

  private static final String LAYOUT = "units-in-name";

  @TempDir private Path dir;

  private byte[] fax() throws IOException {
    ParseBench.run(
        List.of("--make", dir.toString(), "--split", "tune", "--layout", LAYOUT, "--kind", "fax"),
        dir,
        System.out);
    return Files.readAllBytes(dir.resolve("tune").resolve(LAYOUT).resolve("fax-1.png"));
  }

  @Test
  void take() throws IOException {
    Files.createDirectories(IMAGES);
    byte[] fax = fax();
    try (TestNode node = TestNode.start();
        TestBrowser browser = new TestBrowser()) {
      ReviewFixture desk = new ReviewFixture(node);
      node.db().query("update team set name = 'Northwind Health'");
      for (String kind : new String[] {"desktop", "phone"}) {
        UUID job = ReviewableReports.job(node, "image/png", fax);
        browser.size(kind.equals("phone") ? 390 : 1440, kind.equals("phone") ? 844 : 900);
        browser.open(desk.link(job, "Ada Moor"));
        browser.assertVisible("Locked to you until");
        browser.awaitLoaded();
        takeScreenshot(browser, kind);
      }
    }
  }

  private static void takeScreenshot(TestBrowser browser, String name) throws IOException {
    byte[] png = browser.screenshot();
    assertTrue(png.length < LARGEST, name + ": " + png.length);
    Files.write(IMAGES.resolve("report-review-" + name + ".png"), png);
  }
}
