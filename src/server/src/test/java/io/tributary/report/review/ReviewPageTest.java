package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.portal.Browser;
import io.tributary.testkit.Eventually;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Reports are reviewed in a browser, by keyboard alone. */
class ReviewPageTest extends ReviewRoom {
  private Browser browser;

  @BeforeAll
  void look() {
    browser = new Browser();
  }

  @AfterAll
  void leave() {
    browser.close();
  }

  @Test
  void aReportIsCorrectedAndApprovedByKeyboard() {
    UUID job = desk.job(Sheet.usual());
    browser.open(desk.link(job, "Ada"));
    browser.sees("Yours until");
    browser.sees("2 doubtful");
    assertEquals("", browser.violations());
    // The first that needs a look has the focus: the value of HDL.
    focused("491");
    browser.press(Keys.ENTER);
    browser.run("document.activeElement.value = ''");
    browser.press("49.1", Keys.ENTER);
    focused("49.1");
    browser.sees("1 doubtful");
    browser.sees("Changes not saved");
    // A second thought is undone by Escape.
    browser.press(Keys.ENTER, "7", Keys.ESCAPE);
    focused("49.1");
    browser.press("n");
    browser.press("l");
    browser.sees("Code of Glucose");
    assertEquals("", browser.violations());
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
    browser.sees("1558-6 chosen.");
    browser.press("n", "v");
    browser.sees("none doubtful");
    browser.control("s");
    browser.sees("Saved");
    assertEquals("pending_review", desk.get(job).json().get("status").asText());
    browser.control(Keys.ENTER);
    browser.sees("Approve this report?");
    browser.press(Keys.ENTER);
    browser.sees("approved by Ada");
    JsonNode done = desk.get(job).expect(200).json();
    assertEquals("completed", done.get("status").asText());
    assertEquals(1, desk.events(job));
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void whoComesSecondIsToldAndMayLook() {
    UUID job = desk.job(Sheet.usual());
    desk.by("Bob", job, "claim").expect(200);
    browser.open(desk.link(job, "Ada"));
    browser.sees("Bob has this report open until");
    browser.sees("Look only");
    browser.sees("49");
    assertEquals("", browser.violations());
    browser.press(Keys.ENTER);
    browser.sees("You can look, not change");
    desk.by("Bob", job, "release").expect(200);
    browser.click("Take it");
    browser.sees("Yours until");
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aLinkThatIsOverSaysSo() {
    UUID job = desk.job(Sheet.usual());
    String link = desk.link(job, "Ada");
    node.db().query("update parsing_job_link set expires_at = now() where kind = 'link'");
    browser.open(link);
    browser.sees("This link has expired");
    UUID other = desk.job(Sheet.usual());
    browser.open(desk.link(other, "Ada").replace(other.toString(), job.toString()));
    browser.sees("This link is not known");
    assertEquals("", browser.violations());
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aPhoneAndTheDarkDoAsWell() {
    UUID job = desk.job(Sheet.usual());
    browser.size(360, 740);
    browser.dark(true);
    try {
      browser.open(desk.link(job, "Ada"));
      browser.sees("2 doubtful");
      assertEquals(0, browser.overhang());
      assertEquals("", browser.violations());
      assertEquals(List.of(), small(), "too small for a thumb");
      browser.click("Reject");
      browser.sees("Reject this report?");
      assertEquals("", browser.violations());
      browser.run("document.querySelector('input[value=low_quality]').click()");
      browser.click("Reject");
      browser.sees("Whoever sent the report is told");
      assertEquals("low_quality", desk.get(job).json().get("failure_reason").asText());
    } finally {
      browser.size(1280, 900);
      browser.dark(false);
    }
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void whoLosesTheReportIsToldAndKeepsWhatWasTyped() {
    UUID job = desk.job(Sheet.usual());
    browser.open(desk.link(job, "Ada"));
    browser.sees("Yours until");
    corrected("49.1");
    // Her time is over, and Bob takes the report and saves something else.
    node.db()
        .query(
            "update parsing_job set review_until = now() - interval '1 second' where id = $1", job);
    desk.by("Bob", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    ((ObjectNode) data.get("metadata")).put("patient_last_name", "Saved-by-Bob");
    desk.save("Bob", job, data).expect(200);
    browser.control("s");
    browser.sees("Bob has this report open until");
    browser.sees("What you changed and did not save is still on this page.");
    browser.sees("Look only");
    browser.sees("49.1");
    assertEquals("", browser.violations());
    desk.by("Bob", job, "release").expect(200);
    browser.click("Take it");
    browser.sees("Somebody saved changes meanwhile");
    browser.click("Load what is saved");
    browser.sees("Yours until");
    browser.seesNot("49.1");
    browser.seesNot("Changes not saved");
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void whoLeavesIsAskedOnlyForChangesAndGivesTheReportBack() {
    UUID job = desk.job(Sheet.usual());
    browser.open(desk.link(job, "Ada"));
    browser.sees("Yours until");
    assertEquals(false, asked());
    corrected("49.1");
    assertEquals(true, asked());
    browser.control("s");
    browser.sees("Saved");
    assertEquals(false, asked());
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    browser.open(node.url("/openapi.json"));
    Eventually.eventually(
        Browser.SOON,
        () -> assertTrue(desk.get(job).json().get("reviewer").isNull(), "still in Ada's hands"));
  }

  /** Types this into the field that has the focus first, the value of HDL. */
  private void corrected(String value) {
    focused("491");
    browser.press(Keys.ENTER);
    browser.run("document.activeElement.value = ''");
    browser.press(value, Keys.ENTER);
    browser.sees("Changes not saved");
  }

  /** Whether somebody who leaves would be asked if that is meant. */
  private Object asked() {
    return browser.run(
        "return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  }

  /** Buttons that are less than 44 pixels high or wide. */
  private Object small() {
    return browser.run(
        """
        return [...document.querySelectorAll('button, select, input')].map((b) => [b, b.getBoundingClientRect()])
          .filter(([b, r]) => r.width > 0 && (r.width < 43.9 || r.height < 43.9)).map(([b]) => b.outerHTML);
        """);
  }

  /** Until what has the focus begins with this. */
  private void focused(String begin) {
    Eventually.eventually(
        Browser.SOON,
        () -> {
          String text = browser.focused().getText();
          if (!text.startsWith(begin)) {
            throw new AssertionError(text + " has the focus, not " + begin);
          }
        });
  }
}
