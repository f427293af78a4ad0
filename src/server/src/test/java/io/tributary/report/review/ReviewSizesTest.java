package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.RowMapping;
import io.tributary.report.page.RawReport;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Size limits of saved reports. */
class ReviewSizesTest extends ReviewTestBase {
  @Test
  void whereNoCodeMatchesTheListIsEmptyHoweverThatIsSaid() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    ((ObjectNode) data.at("/results/0"))
        .put("loinc_match_status", "no_match")
        .remove("loinc_matches");
    ((ObjectNode) data.at("/results/1")).putNull("loinc_match_status").putNull("loinc_matches");
    JsonNode saved = desk.save("Ada", job, data).expect(200).json().at("/draft/results");
    assertEquals("[]", saved.at("/0/loinc_matches").toString());
    assertTrue(saved.at("/1/loinc_matches").isNull());
  }

  @Test
  void whatAReaderHandsOutCanBeSavedHoweverLong() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    String text = "Sheet 4 of ".repeat(100).substring(0, RawReport.MAX_TEXT_LENGTH);
    String list = "1.5 - 2.5 or ".repeat(400).substring(0, RawReport.MAX_LIST_LENGTH);
    ((ObjectNode) data.get("metadata")).put("lab_name", text).put("specimen_number", text);
    ObjectNode row = (ObjectNode) data.at("/results/3");
    for (String field : List.of("test_name", "units", "source_panel_name")) {
      row.put(field, text);
    }
    row.put("value", list)
        .put("loinc_match_status", "auto_match")
        .putObject("printed")
        .put("range", list)
        .put("specimen", text)
        .put("method", text)
        .put("flag", text);
    ((ObjectNode) row.at("/loinc_matches/0")).put("confidence_score", 1);
    JsonNode saved = desk.save("Ada", job, data).expect(200).json();
    assertEquals(text, saved.at("/draft/results/3/test_name").textValue());
    desk.by("Ada", job, "approve").expect(200);
    assertEquals(
        0, node.db().query("select 1 from report_synonym where name like 'sheet 4%'").size());
  }

  /** Returns characters of three bytes each, which an index cannot compress. */
  private static String mixed(int length) {
    Random random = new Random(length);
    return random
        .ints(length, 0x4e00, 0x9fa5)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void whatIsTooMuchForAnIndexIsSavedAndNotTaught() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    for (int i : new int[] {3, 4}) {
      ObjectNode row = (ObjectNode) data.at("/results/" + i);
      row.put("loinc_match_status", "auto_match").put("test_name", "Resin " + i);
      row.putArray("loinc_matches")
          .addObject()
          .put("loinc_code", "2093-3")
          .put("loinc_name", "Cholesterol")
          .put("display_name", "Cholesterol")
          .put("confidence_score", 1)
          .putArray("aliases");
    }
    ((ObjectNode) data.at("/results/3")).put("units_ucum", mixed(RawReport.MAX_TEXT_LENGTH));
    JsonNode saved = desk.save("Ada", job, data).expect(200).json();
    assertEquals(
        RawReport.MAX_TEXT_LENGTH, saved.at("/draft/results/3/units_ucum").textValue().length());
    desk.by("Ada", job, "approve").expect(200);
    assertEquals(
        List.of("resin 4"),
        RowMapping.list(
            node.db().query("select name from report_synonym where name like 'resin %'"),
            r -> r.getString("name")));
  }

  @Test
  void asManyRowsAsAReportMayHaveCanBeSaved() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    JsonNode row = data.at("/results/0");
    ObjectNode full = row.deepCopy();
    full.remove("row");
    ArrayNode matches = full.put("loinc_match_status", "needs_review").putArray("loinc_matches");
    for (int i = 0; i < 5; i++) {
      ObjectNode match =
          matches
              .addObject()
              .put("loinc_code", "2093-3")
              .put("loinc_name", "Cholesterol [Mass/volume] in Serum or Plasma " + "x".repeat(200))
              .put("display_name", "Cholesterol")
              .put("confidence_score", 0.6);
      match.putArray("aliases").add("y".repeat(200)).add("z".repeat(200));
    }
    while (data.get("results").size() < RawReport.MAX_ROWS) {
      data.withArray("results").add(full);
    }
    assertTrue(data.toString().length() > 5 << 20);
    JsonNode saved = desk.save("Ada", job, data).expect(200).json();
    assertEquals(RawReport.MAX_ROWS, saved.at("/draft/results").size());
  }
}
