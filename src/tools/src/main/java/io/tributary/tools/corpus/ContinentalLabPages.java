package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.PageParts.heads;
import static io.tributary.tools.corpus.PageParts.laterPageStyle;
import static io.tributary.tools.corpus.PageParts.note;
import static io.tributary.tools.corpus.PageParts.page;
import static io.tributary.tools.corpus.PageParts.pairs;
import static io.tributary.tools.corpus.PageParts.previous;
import static io.tributary.tools.corpus.PageParts.row;
import static io.tributary.tools.corpus.PageParts.sections;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.HeaderField;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** Held-out layouts in English, as laboratories in continental Europe print them. */
final class ContinentalLabPages {
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

  private ContinentalLabPages() {}

  static List<Layout> all() {
    return List.of(france(), spain(), netherlands(), nordic());
  }

  /**
   * Has dots leading to the bold result, followed by the range in brackets and the previous result
   * far to the right.
   */
  private static Layout france() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + HtmlFragments.text(p.lab())
                  + "</h1>Medical biology laboratory<br>"
                  + PageParts.address(p, "<br>")
                  + "</td><td class=\"win\">"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</td></tr></table><div class=\"ref\">"
                  + pairs(p, SAMPLE, ": ", " &nbsp; ")
                  + "</div><div class=\"prev\">Previous results of "
                  + p.previousHeads().get(0)
                  + "</div>";
          String body =
              sections(
                  p,
                  s ->
                      "<h3>"
                          + HtmlFragments.text(s.heading())
                          + "</h3><p class=\"sp\">"
                          + HtmlFragments.text(s.specimen().orElse(""))
                          + "</p>",
                  l ->
                      "<div class=\"ln\"><span class=\"nm\">"
                          + HtmlFragments.text(l.name())
                          + "</span><span class=\"dots\"></span><b>"
                          + HtmlFragments.text(l.value())
                          + "</b><span class=\"un\">"
                          + PageParts.superscriptPowers(l.units())
                          + "</span><span class=\"rg\">"
                          + HtmlFragments.text(l.rangeText())
                          + "</span><span class=\"pv\">"
                          + HtmlFragments.text(previous(l, 0))
                          + "</span></div>"
                          + (l.method().isEmpty()
                              ? ""
                              : "<div class=\"me\">" + HtmlFragments.text(l.method()) + "</div>"),
                  "");
          return page(
              Typeface.VOLLKORN,
              11,
              laterPageStyle(
                      p, "A4", "16mm 15mm 17mm", "Validated by the biologist on duty. ISO 15189.")
                  + "body { font-variant-numeric: lining-nums } .win { border: 1px solid #222;"
                  + " width: 44%; padding: 6px 10px; line-height: 1.4 } .ref { margin: 8px 0 2px;"
                  + " border-bottom: 1px solid #222; padding-bottom: 4px } .prev { text-align:"
                  + " right; font-size: 9.5px } h3 { text-align: center; letter-spacing: 3px;"
                  + " border: 1px solid #222; width: 60%; margin: 12px auto 2px; padding: 2px;"
                  + " font-size: 12px; break-after: avoid } .sp { text-align: center; margin: 0 0"
                  + " 4px; font-size: 9.5px; break-after: avoid } .ln { display: flex;"
                  + " align-items: baseline; line-height: 1.35 } .dots { flex: 1; border-bottom:"
                  + " 1.3px dotted #555; margin: 0 4px } .nm { font-weight: bold } .ln > b { width:"
                  + " 64px; text-align: right } .un { width: 92px; padding-left: 7px } .rg { width:"
                  + " 104px } .pv { width: 64px; text-align: right } .dots { min-width: 10px } .me"
                  + " { font-size: 9px; font-style: italic; margin: 0 0 2px 10px; color: #333 }"
                  + " sup { font-size: 8px }",
              top
                  + body
                  + HtmlFragments.tail(p)
                  + HtmlGraphics.signature("Dr. M. Vasseur, biologist"));
        };
    return Layout.held(
        "fr-dotted-biology",
        TextStyle.international()
            .in(LabRegion.FRANCE)
            .withPanels("HEMO", "DIFF", "BMP", "LIPID", "INFL")
            .decimalComma()
            .labels(17)
            .variant(1)
            .names(PatientNameFormat.TITLE_FIRST_LAST)
            .dates("dd/MM/yyyy", " HH:mm")
            .ranges(RangeFormat.ROUND_DASH, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.NONE)
            .specimenLines()
            .method()
            .previous(1)
            .maxRows(40),
        drawer);
  }

  /** Has a star before abnormal results, square brackets, and a text drawing for each number. */
  private static Layout spain() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"cab\"><div>"
                  + HtmlGraphics.logo(p, 46, "#c05a00")
                  + "</div><div><h1>"
                  + HtmlFragments.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, " &middot; ")
                  + "</div><div>"
                  + HtmlGraphics.barcode(p.field(HeaderField.SPECIMEN).text(), 24)
                  + "</div></div><div class=\"dat\"><div>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</div><div>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</div></div><h2>"
                  + HtmlFragments.text(p.title())
                  + "</h2>";
          String table =
              "<table class=\"r\">"
                  + heads("Analysis||Result|Units|Reference values|")
                  + "<tbody>"
                  + sections(
                      p,
                      s ->
                          "<tr class=\"h\"><td colspan=\"6\">"
                              + HtmlFragments.text(s.heading())
                              + "</td></tr>",
                      l ->
                          row(
                                  l.abnormal(),
                                  l.name(),
                                  l.flag(),
                                  l.value(),
                                  l.units(),
                                  PageParts.lines(l),
                                  "")
                              .replaceFirst("<td></td></tr>$", "<td>" + lane(l) + "</td></tr>"),
                      "")
                  + "</tbody></table>";
          return page(
              Typeface.CLEAR,
              9.5,
              laterPageStyle(p, "A4", "15mm 13mm 16mm", "* Values outside the reference interval.")
                  + ".cab { display: flex; gap: 12px; align-items: center } .cab div:last-child {"
                  + " margin-left: auto } h1 { color: #c05a00; font-size: 17px } .dat { display:"
                  + " flex; gap: 12px; margin-top: 8px } .dat div { flex: 1; background: #fbf1e6;"
                  + " border-radius: 6px; padding: 6px 10px; line-height: 1.45 } h2 { text-align:"
                  + " center } .r th { border-bottom: 2px solid #c05a00; font-size: 9px } .h td {"
                  + " font-weight: bold; color: #c05a00; padding-top: 9px; break-after: avoid } .r"
                  + " td:nth-child(1) { width: 33% } .r td:nth-child(2) { width: 12px; font-size:"
                  + " 12px; text-align: right; padding-right: 0 } .r tr:not(.h) td:nth-child(3), .r"
                  + " th:nth-child(3) { text-align: right; font-weight: bold; width: 13% } .r"
                  + " td:nth-child(4) { width: 17% } .r td:nth-child(5) { width: 17% } .ln {"
                  + " position: relative; display: inline-block; width: 76px; border-bottom: 1px"
                  + " solid #888; height: 8px } .ln i { position: absolute; bottom: -4px; width:"
                  + " 1px; height: 7px; background: #888 } .ln u { position: absolute; bottom:"
                  + " -4px; width: 7px; height: 7px; border-radius: 4px; background: #c05a00 }",
              top
                  + table
                  + HtmlFragments.tail(p)
                  + HtmlGraphics.signature("Dra. L. Rivas, Col. 9911"));
        };
    return Layout.held(
        "es-stars-and-lanes",
        TextStyle.international()
            .in(LabRegion.SPAIN)
            .withPanels("CBC", "RFT", "LFT", "IRON", "COAG")
            .decimalComma()
            .labels(18)
            .variant(2)
            .names(PatientNameFormat.LAST_COMMA_FIRST)
            .dates("dd-MM-yyyy", "")
            .ranges(RangeFormat.SQUARE, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.STAR)
            .maxRows(50),
        drawer);
  }

  /** Draws the position of a value between two bars. */
  private static String lane(ReportContent.Line l) {
    double at = l.numbers().relativePosition();
    return Double.isNaN(at)
        ? ""
        : "<span class=\"ln\"><i style=\"left:25%\"></i><i style=\"left:75%\"></i><u style=\"left:"
            + Math.round(at * 92)
            + "%\"></u></span>";
  }

  /** Has small monospaced print for a family doctor, with the flag before the result. */
  private static Layout netherlands() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"t\"><b>"
                  + HtmlFragments.text(p.lab())
                  + "</b><span>"
                  + PageParts.address(p, ", ")
                  + "</span></div><div class=\"q\">"
                  + pairs(p, PATIENT, ": ", " &nbsp; ")
                  + "<br>"
                  + pairs(p, SAMPLE, ": ", " &nbsp; ")
                  + "</div>";
          String table =
              "<table class=\"r\">"
                  + heads("|Result|Unit|Determination|Reference")
                  + "<tbody>"
                  + sections(
                      p,
                      s ->
                          "<tr class=\"h\"><td></td><td></td><td></td><td colspan=\"2\">"
                              + HtmlFragments.text(s.heading())
                              + "</td></tr>",
                      l ->
                          row(l.abnormal(), l.flag(), l.value(), l.units(), l.name(), l.rangeText())
                              + note(l, 5),
                      "")
                  + "</tbody></table>";
          return page(
              Typeface.INCONSOLATA,
              11.5,
              laterPageStyle(
                      p,
                      "A4",
                      "15mm 20mm 16mm",
                      "Questions about results: on working days 8:30-17:00")
                  + ".t { display: flex; justify-content: space-between; border-top: 1px solid"
                  + " #000; padding-top: 4px } .q { border-bottom: 1px solid #000; padding: 6px 0;"
                  + " line-height: 1.5 } .r { margin-top: 10px } .r th { font-weight: normal;"
                  + " text-decoration: underline } .r td { padding: 0.5px 6px } .h td {"
                  + " padding-top: 9px; text-transform: none; break-after: avoid } .r"
                  + " td:nth-child(1):not([colspan]) { width: 16px; text-align: center } .r"
                  + " td:nth-child(2), .r th:nth-child(2) { text-align: right; width: 15% } .r"
                  + " td:nth-child(3) { width: 18% } .h td:nth-child(4) { text-align: left;"
                  + " font-weight: bold } .r td:nth-child(4) { width: 40% } .n td { text-align:"
                  + " left; padding-left: 30px }",
              top + table + HtmlFragments.tail(p));
        };
    return Layout.held(
        "nl-result-first",
        TextStyle.international()
            .in(LabRegion.NETHERLANDS)
            .withPanels("CBC", "BMP", "THY", "ACRM", "VIT")
            .decimalComma()
            .labels(19)
            .variant(0)
            .names(PatientNameFormat.FIRST_LAST)
            .dates("dd-MM-yyyy", " HH:mm")
            .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.PLUS_MINUS)
            .comparators(0.12)
            .notes()
            .maxRows(46),
        drawer);
  }

  /**
   * Has a landscape page with four days side by side, the latest in a tinted column with its arrow.
   */
  private static Layout nordic() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + HtmlFragments.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, ", ")
                  + "</td><td>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</td><td>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</td></tr></table>";
          List<String> days = p.previousHeads();
          String table =
              "<table class=\"r\">"
                  + heads(
                      "Analysis|Reference interval|Unit|"
                          + days.get(2)
                          + "|"
                          + days.get(1)
                          + "|"
                          + days.get(0)
                          + "|Latest|")
                  + "<tbody>"
                  + sections(
                      p,
                      s ->
                          "<tr class=\"h\"><td colspan=\"8\">"
                              + HtmlFragments.text(s.heading())
                              + "</td></tr>",
                      l ->
                          row(
                              l.abnormal(),
                              l.name(),
                              l.rangeText(),
                              l.units(),
                              previous(l, 2),
                              previous(l, 1),
                              previous(l, 0),
                              l.value(),
                              l.flag()),
                      "")
                  + "</tbody></table>";
          return page(
              Typeface.KARLA,
              10.5,
              laterPageStyle(
                      p,
                      "A4 landscape",
                      "15mm 16mm 15mm",
                      "Accredited tests: see the list on the web.")
                  + "h1 { font-size: 18px; font-weight: normal } .top td { line-height: 1.45 } .top"
                  + " { border-bottom: 1px solid #446; margin-bottom: 6px } .h td { font-size:"
                  + " 12px; font-weight: bold; border-bottom: 1px solid #446; padding-top: 9px;"
                  + " break-after: avoid } .r th { color: #446; border-bottom: 1px solid #446 } .r"
                  + " td:nth-child(1) { width: 27% } .r tr:not(.h) td:nth-child(n+4), .r"
                  + " th:nth-child(n+4) { text-align: right; width: 9% } .r tr:not(.h)"
                  + " td:nth-child(7), .r th:nth-child(7) { background: #e6eef7; font-weight: bold"
                  + " } .r tr td:nth-child(8), .r tr th:nth-child(8) { text-align: left !important;"
                  + " width: 5% !important; background: #e6eef7 } .r tr:not(.h) td { border-bottom:"
                  + " 1px solid #e3e3ea }",
              top + table + HtmlFragments.tail(p));
        };
    return Layout.held(
        "nordic-four-days",
        TextStyle.international()
            .in(LabRegion.NORDIC)
            .withPanels("HEMO", "BMP", "LFT", "BONE", "HORM")
            .decimalComma()
            .labels(20)
            .variant(1)
            .names(PatientNameFormat.LAST_COMMA_FIRST)
            .dates("dd.MM.yyyy", "")
            .ranges(RangeFormat.WIDE_DASH, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.ARROWS)
            .previous(3)
            .maxRows(48),
        drawer);
  }
}
