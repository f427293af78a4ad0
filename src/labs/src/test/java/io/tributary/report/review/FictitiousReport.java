package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** A page of a fictitious report, as an image and as a read result. */
final class FictitiousReport {
  static final double WIDTH = 612;
  static final double HEIGHT = 792;
  private static final double SCALE = 2;
  private static final double[] COLUMNS = {50, 250, 320, 390, 500};

  private final List<Object[]> texts = new ArrayList<>();
  private final ObjectNode draft = Json.object();
  private final ArrayNode results;
  private double y = 190;
  private int number = 1;

  FictitiousReport() {
    page();
    draft
        .putObject("metadata")
        .put("patient_first_name", "Ada")
        .put("patient_last_name", "Moor")
        .put("dob", "1980-02-29")
        .put("gender", "female")
        .put("lab_name", "Northwind Laboratories")
        .put("date_reported", "2026-03-04")
        .put("date_collected", "2026-03-02")
        .putNull("specimen_number");
    ObjectNode places = draft.putObject("metadata_evidence");
    places.set("lab_name", printed("Northwind Laboratories", 50, 60, 0.99));
    places.set("patient_first_name", printed("Ada Moor", 50, 110, 0.98));
    places.set("dob", printed("Born 29 Feb 1980", 250, 110, 0.98));
    places.set("date_collected", printed("Collected 2 Mar 2026", 400, 110, 0.98));
    results = draft.putArray("results");
  }

  private void page() {
    draft
        .withArray("sheets")
        .addObject()
        .put("number", number)
        .put("width", WIDTH)
        .put("height", HEIGHT)
        .put("source", "ocr");
  }

  /** Continues at the top of a new page. */
  FictitiousReport next() {
    number++;
    y = 80;
    page();
    return this;
  }

  private ObjectNode printed(String text, double x, double at, double confidence) {
    texts.add(new Object[] {text, x, at, number});
    ObjectNode out = Json.object().put("text", text).put("page", number);
    out.putArray("box").add(x).add(at - 9).add(x + 5.6 * text.length()).add(at + 3);
    return out.put("confidence", confidence);
  }

  /** Adds a result; {@code ""} means not printed. */
  ObjectNode row(String panel, String name, String value, String units, String range, String flag) {
    y += 18;
    ObjectNode places = Json.object();
    String[] fields = {"test_name", "value", "units", "range", "flag"};
    String[] said = {name, value, units, range, flag};
    for (int i = 0; i < fields.length; i++) {
      if (!said[i].isEmpty()) {
        places.set(fields[i], printed(said[i], COLUMNS[i], y, 0.97));
      }
    }
    String[] ends = range.matches("[\\d.]+ - [\\d.]+") ? range.split(" - ") : new String[0];
    ObjectNode out =
        results
            .addObject()
            .put("test_name", name)
            .put("value", value)
            .put("type", value.matches("[\\d.]+") ? "numeric" : "comment")
            .put("units", units.isEmpty() ? null : units)
            .put("min_reference_range", ends.length == 2 ? Double.valueOf(ends[0]) : null)
            .put("max_reference_range", ends.length == 2 ? Double.valueOf(ends[1]) : null)
            .put("source_panel_name", panel)
            .put("sample_type", "serum_plasma_blood")
            .put("measurement_kind", "direct")
            .put("sensitivity", "unknown")
            .put("interpretation", flag.isEmpty() ? "normal" : "abnormal")
            .put("is_above_max_range", flag.equals("H") ? Boolean.TRUE : Boolean.FALSE)
            .put("is_below_min_range", flag.equals("L") ? Boolean.TRUE : Boolean.FALSE)
            .put("loinc_match_status", "no_match");
    out.putArray("loinc_matches");
    out.set("evidence", places);
    out.put("units_ucum", units.isEmpty() ? null : units).put("confidence", 0.97);
    out.putArray("doubts");
    return out;
  }

  static void doubt(ObjectNode row, String... codes) {
    for (String code : codes) {
      row.withArray("doubts").add(code);
    }
  }

  /** Sets the code candidates as pairs of code and name; a single candidate counts as certain. */
  static void codes(ObjectNode row, String... codesAndNames) {
    boolean sure = codesAndNames.length == 2;
    row.put("loinc_match_status", sure ? "auto_match" : "needs_review");
    double score = sure ? 0.97 : 0.74;
    for (int i = 0; i < codesAndNames.length; i += 2) {
      ObjectNode match =
          row.withArray("loinc_matches")
              .addObject()
              .put("loinc_code", codesAndNames[i])
              .put("loinc_name", codesAndNames[i + 1])
              .put("display_name", "");
      match.putArray("aliases");
      match.put("confidence_score", score);
      score -= 0.06;
    }
  }

  ObjectNode draft() {
    return draft;
  }

  int pages() {
    return number;
  }

  byte[] jpeg(int page) {
    BufferedImage image =
        new BufferedImage(
            (int) (WIDTH * SCALE), (int) (HEIGHT * SCALE), BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.scale(SCALE, SCALE);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setColor(new Color(30, 30, 40));
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
    for (Object[] t : texts) {
      if ((int) t[3] == page) {
        g.drawString((String) t[0], ((Double) t[1]).floatValue(), ((Double) t[2]).floatValue());
      }
    }
    g.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "jpg", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns two panels on two pages with doubtful values and unassigned codes. */
  static FictitiousReport standard() {
    FictitiousReport s = new FictitiousReport();
    codes(
        s.row("Lipids", "Cholesterol", "212", "mg/dL", "100 - 199", "H"),
        "2093-3",
        "Cholesterol [Mass/volume] in Serum or Plasma");
    codes(
        s.row("Lipids", "Triglycerides", "148", "mg/dL", "0 - 149", ""),
        "2571-8",
        "Triglyceride [Mass/volume] in Serum or Plasma");
    ObjectNode hdl = s.row("Lipids", "HDL Cholesterol", "491", "mg/dL", "40 - 90", "");
    doubt(hdl, "far_from_range", "point_missing");
    codes(hdl, "2085-9", "Cholesterol in HDL [Mass/volume] in Serum or Plasma");
    ObjectNode glucose = s.row("Metabolic", "Glucose", "94", "mg/dL", "70 - 99", "");
    codes(
        glucose,
        "2345-7",
        "Glucose [Mass/volume] in Serum or Plasma",
        "1558-6",
        "Fasting glucose [Mass/volume] in Serum or Plasma",
        "2339-0",
        "Glucose [Mass/volume] in Blood");
    codes(
        s.row("Metabolic", "Creatinine", "0.91", "mg/dL", "0.57 - 1.00", ""),
        "2160-0",
        "Creatinine [Mass/volume] in Serum or Plasma");
    codes(
        s.row("Metabolic", "Sodium", "133", "mmol/L", "134 - 144", "L"),
        "2951-2",
        "Sodium [Moles/volume] in Serum or Plasma");
    s.row("Metabolic", "Local Index", "trace", "", "", "");
    s.next();
    ObjectNode tsh = s.row("Thyroid", "TSH", "2.l4", "uIU/mL", "0.450 - 4.500", "");
    doubt(tsh, "letters_in_value");
    codes(tsh, "3016-3", "Thyrotropin [Units/volume] in Serum or Plasma");
    return s;
  }
}
