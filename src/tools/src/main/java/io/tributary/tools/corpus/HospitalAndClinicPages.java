package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.PageParts.heads;
import static io.tributary.tools.corpus.PageParts.laterPageStyle;
import static io.tributary.tools.corpus.PageParts.note;
import static io.tributary.tools.corpus.PageParts.page;
import static io.tributary.tools.corpus.PageParts.pairs;
import static io.tributary.tools.corpus.PageParts.row;
import static io.tributary.tools.corpus.PageParts.sections;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.HeaderField;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** Held-out layouts of American hospitals, clinics and reference laboratories. */
final class HospitalAndClinicPages {
  private static final List<HeaderField> PATIENT =
      List.of(
          HeaderField.NAME,
          HeaderField.BIRTH,
          HeaderField.SEX,
          HeaderField.AGE,
          HeaderField.PATIENT_ID);
  private static final List<HeaderField> SAMPLE =
      List.of(
          HeaderField.SPECIMEN,
          HeaderField.COLLECTED,
          HeaderField.RECEIVED,
          HeaderField.REPORTED,
          HeaderField.DOCTOR);

  private HospitalAndClinicPages() {}

  static List<Layout> all() {
    return List.of(hospitalRecord(), referenceLab(), urgentCare(), portal());
  }

  /**
   * Has a hospital record with a block per order, the unit after the range, and remarks below rows.
   */
  private static Layout hospitalRecord() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + HtmlFragments.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, ", ")
                  + "</td><td class=\"who\">"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</td></tr></table><div class=\"enc\">Results Review &mdash; "
                  + pairs(p, SAMPLE, " ", " &nbsp; ")
                  + "</div>";
          String body =
              sections(
                  p,
                  s ->
                      "<div class=\"ord\"><span>"
                          + HtmlFragments.text(s.heading())
                          + "</span><small>Final result</small></div><div class=\"sp\">Specimen"
                          + " source: "
                          + s.specimen().orElse("")
                          + "</div><table class=\"r\">"
                          + heads("Component|Value|Flag|Ref Range &amp; Units|Status")
                          + "<tbody>",
                  l ->
                      row(l.abnormal(), l.name(), l.value(), l.flag(), ranged(l), "Final")
                          + note(l, 5),
                  "</tbody></table>");
          return page(
              Typeface.GO,
              10.5,
              laterPageStyle(p, "letter", "15mm 14mm 15mm", "Printed by RN station 4W. Chart copy.")
                  + ".who { text-align: right; line-height: 1.4 } h1 { font-size: 16px } .enc {"
                  + " background: #dfe8f3; border-left: 5px solid #2a5b96; padding: 5px 8px;"
                  + " margin: 8px 0 } .ord { border-bottom: 2px solid #2a5b96; display: flex;"
                  + " justify-content: space-between; margin-top: 12px; font-size: 12.5px;"
                  + " font-weight: bold; break-after: avoid } .ord small { color: #286b2f;"
                  + " padding-right: 4px } .sp { font-size: 9.5px; color: #444; break-after: avoid"
                  + " } .r th { font-weight: normal; color: #345; border-bottom: 1px solid #9ab }"
                  + " .r td:first-child { width: 38%; padding-left: 12px } .r td { width: 14% } .r"
                  + " td:nth-child(4) { width: 24% } .abn td:nth-child(2), .abn td:nth-child(3) {"
                  + " color: #b3261e; font-weight: bold } .n td { padding-left: 26px; font-style:"
                  + " italic; color: #333 }",
              top + body + HtmlFragments.tail(p));
        };
    return Layout.held(
        "us-chart-copy",
        TextStyle.us()
            .in(LabRegion.US_SOUTHWEST)
            .withPanels("CMP", "CBC", "UA", "TUM")
            .labels(10)
            .names(PatientNameFormat.LAST_COMMA_FIRST)
            .dates("MM/dd/yy", " HHmm")
            .ranges(RangeFormat.SPACED, OneSidedRangeFormat.ASCII_EQUAL)
            .flags(FlagFormat.WORDS)
            .specimenLines()
            .notes()
            .maxRows(58),
        drawer);
  }

  private static String ranged(ReportContent.Line l) {
    return CorpusColumn.RANGE_UNITS.text(l);
  }

  /**
   * Has a report of a reference laboratory, with the previous result and its day next to the
   * current one.
   */
  private static Layout referenceLab() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String day = p.previousHeads().get(0);
          String top =
              "<div class=\"hd\">"
                  + HtmlGraphics.logo(p, 40, "#00573f")
                  + "<b>"
                  + HtmlFragments.text(p.lab())
                  + "</b><em>Patient Report</em></div><div class=\"id\"><div>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</div><div>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</div><div>"
                  + PageParts.address(p, "<br>")
                  + "<br>Account Number: 4410<b>7729</b><br>Route: 00</div></div>";
          String body =
              sections(
                  p,
                  s ->
                      "<h3>"
                          + HtmlFragments.text(s.heading())
                          + "</h3><table class=\"r\">"
                          + heads(
                              "Test|Current Result and Flag|Previous Result and"
                                  + " Date|Units|Reference Interval")
                          + "<tbody>",
                  l ->
                      "<tr><td>"
                          + HtmlFragments.text(l.name())
                          + " <sup>0"
                          + (1 + l.code().charAt(5) % 2)
                          + "</sup></td><td><span class=\"v\">"
                          + HtmlFragments.text(l.value())
                          + "</span> <b>"
                          + HtmlFragments.text(l.flag())
                          + "</b></td><td>"
                          + (l.previous().get(0).isEmpty()
                              ? ""
                              : HtmlFragments.text(l.previous().get(0))
                                  + "<span class=\"d\">"
                                  + day
                                  + "</span>")
                          + "</td><td>"
                          + HtmlFragments.text(l.units())
                          + "</td><td>"
                          + String.join(
                              "<br>", l.range().stream().map(HtmlFragments::text).toList())
                          + "</td></tr>",
                  "</tbody></table>");
          return page(
              Typeface.CABIN,
              10.5,
              laterPageStyle(
                      p,
                      "letter",
                      "14mm 12mm 17mm",
                      "This document contains private and confidential health information.")
                  + ".hd { display: flex; align-items: center; gap: 10px; font-size: 19px; color:"
                  + " #00573f; border-bottom: 3px solid #00573f; padding-bottom: 5px } .hd em {"
                  + " margin-left: auto; font-style: normal; color: #333 } .id { display: grid;"
                  + " grid-template-columns: 1fr 1.1fr .9fr; gap: 10px; margin: 7px 0; line-height:"
                  + " 1.45 } h3 { margin: 11px 0 2px; font-size: 13px; break-after: avoid } .r th {"
                  + " background: #e9f1ee; border-top: 1px solid #00573f; border-bottom: 1px solid"
                  + " #00573f; font-size: 9.5px } .r td:nth-child(1) { width: 32% }"
                  + " .r td:nth-child(2) { width: 19% } .r td:nth-child(3) { width: 19%; color:"
                  + " #333 } .r td:nth-child(4) { width: 13% } .v { display: inline-block;"
                  + " min-width: 56px } .d { float: right; margin-right: 12px; font-size: 9.5px }"
                  + " sup { font-size: 7.5px; color: #333 } .r td { border-bottom: 1px solid"
                  + " #e4e4e4 }",
              top + body + HtmlFragments.tail(p));
        };
    return Layout.held(
        "us-now-and-before",
        TextStyle.us()
            .in(LabRegion.US_SOUTHWEST)
            .withPanels("CBC", "CMP", "LIPID", "THY", "VIT")
            .labels(11)
            .variant(0)
            .names(PatientNameFormat.UPPER_COMMA)
            .dates("MM/dd/yyyy", " HHmm")
            .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.SIGN)
            .flags(FlagFormat.WORDS)
            .categories()
            .previous(1)
            .maxRows(60),
        drawer);
  }

  /**
   * Has a typewritten fax with the flag before the test and the range in brackets after the unit.
   */
  private static Layout urgentCare() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          StringBuilder out = new StringBuilder("<pre>");
          out.append("<b>").append(HtmlFragments.text(p.lab())).append("</b>\n");
          out.append(PageParts.address(p, "   ")).append("\n").append("*".repeat(84)).append("\n");
          List<ReportContent.Field> fields = p.fields();
          for (int i = 0; i < fields.size(); i++) {
            ReportContent.Field f = fields.get(i);
            String text = pad(f.label(), 11) + ": " + f.text();
            out.append(HtmlFragments.text(i % 2 == 0 ? pad(text, 44) : text + "\n"));
          }
          out.append("\n").append("*".repeat(84)).append("\n");
          for (ReportContent.Section s : p.sections()) {
            out.append("\n--- ").append(HtmlFragments.text(s.heading())).append(" ---\n");
            for (ReportContent.Line l : s.lines()) {
              String text =
                  pad(l.flag(), 4)
                      + pad(l.name(), 34)
                      + left(l.value(), 12)
                      + "  "
                      + pad(l.units(), 14)
                      + l.rangeText();
              out.append(HtmlFragments.text(text.stripTrailing())).append("\n");
            }
          }
          out.append("\n").append("*".repeat(84)).append("\nTESTS RUN IN OFFICE, WAIVED SITE.");
          out.append(" CALL BACK IF ILLEGIBLE.\n</pre><div class=\"end\">");
          out.append(HtmlGraphics.signature("Reviewed by provider on duty"));
          out.append(HtmlGraphics.stamp("FAXED", "right:40px;top:0")).append("</div>");
          return page(
              Typeface.ANONYMOUS,
              12.3,
              "@page { size: letter; margin: 17mm 14mm 12mm; @top-left { content: \"FROM:"
                  + " 5550162201   TO: 5550104478   FAX SERVER 3\"; font: bold 10px monospace }"
                  + " @top-right { content: \"P.0\" counter(page) \"/0\" counter(pages); font: bold"
                  + " 10px monospace } } pre { line-height: 1.28; margin: 0 } .end { position:"
                  + " relative; height: 110px; break-inside: avoid }",
              out.toString());
        };
    return Layout.held(
        "us-urgent-care-fax",
        TextStyle.us()
            .in(LabRegion.US_SOUTHWEST)
            .withPanels("BMP", "CBC", "TOX")
            .labels(12)
            .variant(0)
            .names(PatientNameFormat.MIDDLE)
            .dates("MM/dd/yyyy", " hh:mm a")
            .ranges(RangeFormat.SQUARE, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.DOUBLE)
            .comparators(0.01)
            .maxRows(36),
        drawer);
  }

  private static String pad(String text, int wide) {
    return text + " ".repeat(Math.max(1, wide - text.length()));
  }

  private static String left(String text, int wide) {
    return " ".repeat(Math.max(0, wide - text.length())) + text;
  }

  /** Has a patient portal page printed at home, with the meaning of each number next to it. */
  private static Layout portal() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"hi\"><h1>My test results</h1><span>"
                  + HtmlFragments.text(p.lab())
                  + "</span></div><div class=\"me\">"
                  + pairs(p, PATIENT, ": ", " &nbsp;&bull;&nbsp; ")
                  + "<br>"
                  + pairs(p, SAMPLE, ": ", " &nbsp;&bull;&nbsp; ")
                  + "</div>";
          String body =
              sections(
                  p,
                  s -> "<h2>" + HtmlFragments.text(s.heading()) + "</h2><div class=\"list\">",
                  l ->
                      "<div class=\"it\"><div class=\"nm\">"
                          + HtmlFragments.text(l.name())
                          + "</div><div><small>Your value</small><br><b>"
                          + HtmlFragments.text(l.value())
                          + "</b> "
                          + HtmlFragments.text(l.units())
                          + "</div><div class=\""
                          + (l.abnormal() ? "st off" : "st")
                          + "\">"
                          + (l.flag().isEmpty()
                              ? ""
                              : "<span>" + HtmlFragments.text(l.flag()) + "</span>")
                          + "</div><div>"
                          + (l.range().isEmpty()
                              ? ""
                              : "<small>Normal range</small><br>"
                                  + HtmlFragments.text(l.rangeText() + " " + l.units()))
                          + "</div></div>",
                  "</div>");
          return page(
              Typeface.SLAB,
              11,
              "@page { size: letter; margin: 14mm 15mm; @bottom-left { content:"
                  + " \"https://portal.example.org/results/view?tab=labs\"; font-size: 8px }"
                  + " @bottom-right { content: counter(page) \"/\" counter(pages); font-size: 8px }"
                  + " } .hi { display: flex; justify-content: space-between; align-items: end;"
                  + " border-bottom: 4px solid #6a3fa0; color: #4a2a78 } h1 { font-size: 22px } .me"
                  + " { margin: 8px 0; line-height: 1.6 } .me i { color: #555 } h2 { font-size:"
                  + " 14px; color: #4a2a78; margin: 14px 0 3px; break-after: avoid } .it { display:"
                  + " grid; grid-template-columns: 36% 24% 15% 25%; border-bottom: 1px solid #ccc;"
                  + " padding: 4px 6px; break-inside: avoid } .it:nth-child(even) { background:"
                  + " #f6f3fa } .nm { font-weight: bold; padding-right: 8px } .st span { border:"
                  + " 1px solid #2c7a3f; border-radius: 9px; padding: 1px 8px; color: #2c7a3f }"
                  + " .off span { border-color: #a33; color: #a33 } small { font-size: 8.5px }",
              top + body + HtmlFragments.tail(p));
        };
    return Layout.held(
        "us-portal-at-home",
        TextStyle.us()
            .in(LabRegion.US_SOUTHWEST)
            .withPanels("LIPID", "DIAB", "CMP", "ALLERGY")
            .labels(13)
            .variant(0)
            .names(PatientNameFormat.FIRST_LAST)
            .dates("MMM d, yyyy", " h:mm a")
            .ranges(RangeFormat.TO, OneSidedRangeFormat.LESS_THAN)
            .flags(FlagFormat.IN_RANGE)
            .maxRows(38),
        drawer);
  }
}
