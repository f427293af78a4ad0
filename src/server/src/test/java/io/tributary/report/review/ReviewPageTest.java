package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.portal.TestBrowser;
import io.tributary.testkit.Eventually;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The review page in a browser, operated by keyboard only. */
class ReviewPageTest extends ReviewTestBase {
  private TestBrowser browser;

  @BeforeAll
  void look() {
    browser = new TestBrowser();
  }

  @AfterAll
  void leave() {
    browser.close();
  }

  @Test
  void aReportIsCorrectedAndApprovedByKeyboard() {
    UUID job = desk.job(FictitiousReport.standard());
    browser.open(desk.link(job, "Ada"));
    browser.assertVisible("Locked to you until");
    browser.assertVisible("2 to check");
    assertEquals("", browser.violations());
    // The first field to check has the focus: the value of HDL.
    awaitFocus("491");
    browser.press(Keys.ENTER);
    browser.run("document.activeElement.value = ''");
    browser.press("49.1", Keys.ENTER);
    awaitFocus("49.1");
    browser.assertVisible("1 to check");
    browser.assertVisible("Unsaved changes");
    // Escape discards an edit.
    browser.press(Keys.ENTER, "7", Keys.ESCAPE);
    awaitFocus("49.1");
    browser.press("n");
    browser.press("l");
    browser.assertVisible("LOINC code of Glucose");
    assertEquals("", browser.violations());
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
    browser.assertVisible("1558-6 selected.");
    browser.press("n", "v");
    browser.assertVisible("All checked");
    browser.pressWithControl("s");
    browser.assertVisible("Saved");
    assertEquals("pending_review", desk.get(job).json().get("status").asText());
    browser.pressWithControl(Keys.ENTER);
    browser.assertVisible("Approve this report?");
    browser.press(Keys.ENTER);
    browser.assertVisible("Approved by Ada");
    JsonNode done = desk.get(job).expect(200).json();
    assertEquals("completed", done.get("status").asText());
    assertEquals(1, desk.events(job));
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void whoComesSecondIsToldAndMayLook() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Bob", job, "claim").expect(200);
    browser.open(desk.link(job, "Ada"));
    browser.assertVisible("Bob has this report open until");
    browser.assertVisible("Read-only");
    browser.assertVisible("49");
    assertEquals("", browser.violations());
    browser.press(Keys.ENTER);
    browser.assertVisible("Read-only: this report is not locked to you.");
    desk.by("Bob", job, "release").expect(200);
    browser.click("Edit report");
    browser.assertVisible("Locked to you until");
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void aLinkThatIsOverSaysSo() {
    UUID job = desk.job(FictitiousReport.standard());
    String link = desk.link(job, "Ada");
    node.db().query("update parsing_job_link set expires_at = now() where kind = 'link'");
    browser.open(link);
    browser.assertVisible("This link has expired");
    UUID other = desk.job(FictitiousReport.standard());
    browser.open(desk.link(other, "Ada").replace(other.toString(), job.toString()));
    browser.assertVisible("This link is invalid");
    assertEquals("", browser.violations());
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void aPhoneAndTheDarkDoAsWell() {
    UUID job = desk.job(FictitiousReport.standard());
    browser.size(360, 740);
    browser.dark(true);
    try {
      browser.open(desk.link(job, "Ada"));
      browser.assertVisible("2 to check");
      assertEquals(0, browser.horizontalOverflow());
      assertEquals("", browser.violations());
      assertEquals(List.of(), buttonsTooSmall(), "too small for a thumb");
      browser.click("Reject");
      browser.assertVisible("Reject this report?");
      assertEquals("", browser.violations());
      browser.run("document.querySelector('input[value=low_quality]').click()");
      browser.click("Reject");
      browser.assertVisible("The client has been notified");
      assertEquals("low_quality", desk.get(job).json().get("failure_reason").asText());
    } finally {
      browser.size(1280, 900);
      browser.dark(false);
    }
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void whoLosesTheReportIsToldAndKeepsWhatWasTyped() {
    UUID job = desk.job(FictitiousReport.standard());
    browser.open(desk.link(job, "Ada"));
    browser.assertVisible("Locked to you until");
    typeCorrection("49.1");
    // The lock of the first reviewer expires, and Bob claims the report and saves another value.
    node.db()
        .query(
            "update parsing_job set review_lease_expires_at = now() - interval '1 second' where id"
                + " = $1",
            job);
    desk.by("Bob", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    ((ObjectNode) data.get("metadata")).put("patient_last_name", "Saved-by-Bob");
    desk.save("Bob", job, data).expect(200);
    browser.pressWithControl("s");
    browser.assertVisible("Bob has this report open until");
    browser.assertVisible("Your unsaved changes are still on this page.");
    browser.assertVisible("Read-only");
    browser.assertVisible("49.1");
    assertEquals("", browser.violations());
    desk.by("Bob", job, "release").expect(200);
    browser.click("Edit report");
    browser.assertVisible("Another reviewer has saved changes");
    browser.click("Load saved version");
    browser.assertVisible("Locked to you until");
    browser.assertNotVisible("49.1");
    browser.assertNotVisible("Unsaved changes");
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    assertEquals(List.of(), browser.consoleErrors());
  }

  @Test
  void whoLeavesIsAskedOnlyForChangesAndGivesTheReportBack() {
    UUID job = desk.job(FictitiousReport.standard());
    browser.open(desk.link(job, "Ada"));
    browser.assertVisible("Locked to you until");
    assertEquals(false, asksBeforeLeaving());
    typeCorrection("49.1");
    assertEquals(true, asksBeforeLeaving());
    browser.pressWithControl("s");
    browser.assertVisible("Saved");
    assertEquals(false, asksBeforeLeaving());
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    browser.open(node.url("/openapi.json"));
    Eventually.eventually(
        TestBrowser.SOON,
        () -> assertTrue(desk.get(job).json().get("reviewer").isNull(), "still locked to Ada"));
  }

  /** Types the text into the initially focused field, the value of HDL. */
  private void typeCorrection(String value) {
    awaitFocus("491");
    browser.press(Keys.ENTER);
    browser.run("document.activeElement.value = ''");
    browser.press(value, Keys.ENTER);
    browser.assertVisible("Unsaved changes");
  }

  /** Returns whether the browser would ask for confirmation before leaving. */
  private Object asksBeforeLeaving() {
    return browser.run(
        "return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  }

  /** Returns the buttons that are less than 44 pixels high or wide. */
  private Object buttonsTooSmall() {
    return browser.run(
        """
        return [...document.querySelectorAll('button, select, input')].map((b) => [b, b.getBoundingClientRect()])
          .filter(([b, r]) => r.width > 0 && (r.width < 43.9 || r.height < 43.9)).map(([b]) => b.outerHTML);
        """);
  }

  /** Waits until the focused element's text starts with this prefix. */
  private void awaitFocus(String begin) {
    Eventually.eventually(
        TestBrowser.SOON,
        () -> {
          String text = browser.focused().getText();
          if (!text.startsWith(begin)) {
            throw new AssertionError(text + " has the focus, not " + begin);
          }
        });
  }
}
