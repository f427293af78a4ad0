package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.TestBrowser;
import io.tributary.testkit.TestNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;

/** Checks that a page read by the real readers is shown with boxes around its words. */
class ReviewWordBoxesTest {
  private static final float[] COLUMNS = {60, 230, 320, 420};
  private static final String[][] ROWS = {
    {"Test Name", "Result", "Units", "Reference Range"},
    {"Sodium", "140", "mmol/L", "135 - 145"},
    {"Potassium", "4.2", "mmol/L", "3.5 - 5.1"},
    {"Glucose", "91", "mg/dL", "70 - 99"},
    {"Calcium", "9.4", "mg/dL", "8.6 - 10.2"}
  };

  /**
   * Returns for each box the share of ink inside it and in a surrounding frame, which lies between
   * words.
   */
  private static final String INK =
      """
      const image = document.querySelector('.page-image img');
      const svg = document.querySelector('.page-image svg');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const scale = image.naturalWidth / svg.viewBox.baseVal.width;
      const ink = (x, y, w, h) => {
        const [l, t, r, b] = [x, y, x + w, y + h].map((n) => Math.round(n * scale));
        const dots = pen.getImageData(l, t, r - l, b - t).data;
        let dark = 0;
        for (let i = 0; i < dots.length; i += 4) {
          dark += dots[i] < 128 ? 1 : 0;
        }
        return dark;
      };
      return [...document.querySelectorAll('.page-image rect.row')].map((r) => {
        const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((n) => r[n].baseVal.value);
        const inside = ink(x, y, w, h);
        return { inside, about: ink(x - 4, y - 4, w + 8, h + 8) - inside };
      });
      """;

  private static byte[] report() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.LETTER);
      document.addPage(page);
      try (PDPageContentStream to = new PDPageContentStream(document, page)) {
        text(to, 60, 740, "Invented Laboratory - Final Report");
        text(to, 60, 715, "Patient: Jane Sample   DOB: 1980-02-03   Collected: 2026-03-01");
        for (int row = 0; row < ROWS.length; row++) {
          for (int i = 0; i < COLUMNS.length; i++) {
            text(to, COLUMNS[i], 670 - 40 * row, ROWS[row][i]);
          }
        }
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  private static void text(PDPageContentStream to, float x, float y, String text)
      throws IOException {
    to.beginText();
    to.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 11);
    to.newLineAtOffset(x, y);
    to.showText(text);
    to.endText();
  }

  @Test
  void theBoxesOfThePageAreOnItsWords() throws IOException {
    try (TestNode node = TestNode.start();
        TestBrowser browser = new TestBrowser()) {
      UUID job = ReviewableReports.job(node, "application/pdf", report());
      browser.open(new ReviewFixture(node).link(job, "Ada"));
      browser.assertVisible("Locked to you until");
      browser.assertVisible("4 results");
      browser.awaitLoaded();
      List<?> boxes = (List<?>) browser.run(INK);
      assertEquals(4, boxes.size());
      for (Object box : boxes) {
        Map<?, ?> counts = (Map<?, ?>) box;
        assertTrue((Long) counts.get("inside") > 100, boxes.toString());
        assertEquals(0L, counts.get("about"), boxes.toString());
      }
      assertEquals(List.of(), browser.consoleErrors());
    }
  }
}
