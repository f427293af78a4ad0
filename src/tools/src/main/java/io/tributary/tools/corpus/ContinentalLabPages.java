package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.PageParts.again;
import static io.tributary.tools.corpus.PageParts.heads;
import static io.tributary.tools.corpus.PageParts.note;
import static io.tributary.tools.corpus.PageParts.page;
import static io.tributary.tools.corpus.PageParts.pairs;
import static io.tributary.tools.corpus.PageParts.previous;
import static io.tributary.tools.corpus.PageParts.row;
import static io.tributary.tools.corpus.PageParts.sections;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import io.tributary.tools.corpus.TextStyle.Told;
import java.util.List;

/** English reports as laboratories of the European continent print them; kept from tuning. */
final class ContinentalLabPages {
  private static final List<Told> PATIENT =
      List.of(Told.NAME, Told.BIRTH, Told.SEX, Told.AGE, Told.PATIENT_ID);
  private static final List<Told> SAMPLE =
      List.of(Told.SPECIMEN, Told.COLLECTED, Told.RECEIVED, Told.REPORTED, Told.DOCTOR);

  private ContinentalLabPages() {}

  static List<Layout> all() {
    return List.of(france(), spain(), netherlands(), nordic());
  }

  /**
   * Dots lead to the bold result; the range follows in brackets; the result before stands far
   * right.
   */
  private static Layout france() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + Html.text(p.lab())
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
                          + Html.text(s.heading())
                          + "</h3><p class=\"sp\">"
                          + Html.text(s.specimen().orElse(""))
                          + "</p>",
                  l ->
                      "<div class=\"ln\"><span class=\"nm\">"
                          + Html.text(l.name())
                          + "</span><span class=\"dots\"></span><b>"
                          + Html.text(l.value())
                          + "</b><span class=\"un\">"
                          + PageParts.raised(l.units())
                          + "</span><span class=\"rg\">"
                          + Html.text(l.rangeText())
                          + "</span><span class=\"pv\">"
                          + Html.text(previous(l, 0))
                          + "</span></div>"
                          + (l.method().isEmpty()
                              ? ""
                              : "<div class=\"me\">" + Html.text(l.method()) + "</div>"),
                  "");
          return page(
              Typeface.VOLLKORN,
              11,
              again(p, "A4", "16mm 15mm 17mm", "Validated by the biologist on duty. ISO 15189.")
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
              top + body + Html.tail(p) + Drawing.signature("Dr. M. Vasseur, biologist"));
        };
    return Layout.held(
        "fr-dotted-biology",
        TextStyle.elsewhere()
            .in(LabRegion.FRANCE)
            .of("HEMO", "DIFF", "BMP", "LIPID", "INFL")
            .comma()
            .labels(17)
            .variant(1)
            .names(Names.TITLE_FIRST_LAST)
            .dates("dd/MM/yyyy", " HH:mm")
            .ranges(Ranges.ROUND_DASH, Limits.SIGN_GAP)
            .flags(Flags.NONE)
            .specimenLines()
            .method()
            .previous(1)
            .most(40),
        drawer);
  }

  /** A star before what is unusual, square brackets, and a drawing of signs for each number. */
  private static Layout spain() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<div class=\"cab\"><div>"
                  + Drawing.logo(p, 46, "#c05a00")
                  + "</div><div><h1>"
                  + Html.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, " &middot; ")
                  + "</div><div>"
                  + Drawing.barcode(p.field(Told.SPECIMEN).text(), 24)
                  + "</div></div><div class=\"dat\"><div>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</div><div>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</div></div><h2>"
                  + Html.text(p.title())
                  + "</h2>";
          String table =
              "<table class=\"r\">"
                  + heads("Analysis||Result|Units|Reference values|")
                  + "<tbody>"
                  + sections(
                      p,
                      s ->
                          "<tr class=\"h\"><td colspan=\"6\">"
                              + Html.text(s.heading())
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
              again(p, "A4", "15mm 13mm 16mm", "* Values outside the reference interval.")
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
              top + table + Html.tail(p) + Drawing.signature("Dra. L. Rivas, Col. 9911"));
        };
    return Layout.held(
        "es-stars-and-lanes",
        TextStyle.elsewhere()
            .in(LabRegion.SPAIN)
            .of("CBC", "RFT", "LFT", "IRON", "COAG")
            .comma()
            .labels(18)
            .variant(2)
            .names(Names.LAST_COMMA_FIRST)
            .dates("dd-MM-yyyy", "")
            .ranges(Ranges.SQUARE, Limits.SIGN_GAP)
            .flags(Flags.STAR)
            .most(50),
        drawer);
  }

  /** Where a value lies between two strokes. */
  private static String lane(ReportContent.Line l) {
    double at = l.numbers().place();
    return Double.isNaN(at)
        ? ""
        : "<span class=\"ln\"><i style=\"left:25%\"></i><i style=\"left:75%\"></i><u style=\"left:"
            + Math.round(at * 92)
            + "%\"></u></span>";
  }

  /** Small print of equal width for a family doctor: the mark stands first, then the result. */
  private static Layout netherlands() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<div class=\"t\"><b>"
                  + Html.text(p.lab())
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
                              + Html.text(s.heading())
                              + "</td></tr>",
                      l ->
                          row(l.abnormal(), l.flag(), l.value(), l.units(), l.name(), l.rangeText())
                              + note(l, 5),
                      "")
                  + "</tbody></table>";
          return page(
              Typeface.INCONSOLATA,
              11.5,
              again(
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
              top + table + Html.tail(p));
        };
    return Layout.held(
        "nl-result-first",
        TextStyle.elsewhere()
            .in(LabRegion.NETHERLANDS)
            .of("CBC", "BMP", "THY", "ACRM", "VIT")
            .comma()
            .labels(19)
            .variant(0)
            .names(Names.FIRST_LAST)
            .dates("dd-MM-yyyy", " HH:mm")
            .ranges(Ranges.SPACED, Limits.SIGN_GAP)
            .flags(Flags.PLUS_MINUS)
            .comparators(0.12)
            .notes()
            .most(46),
        drawer);
  }

  /** A broad sheet: four days beside each other, the latest in a tinted column with its arrow. */
  private static Layout nordic() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + Html.text(p.lab())
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
                              + Html.text(s.heading())
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
              again(
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
              top + table + Html.tail(p));
        };
    return Layout.held(
        "nordic-four-days",
        TextStyle.elsewhere()
            .in(LabRegion.NORDIC)
            .of("HEMO", "BMP", "LFT", "BONE", "HORM")
            .comma()
            .labels(20)
            .variant(1)
            .names(Names.LAST_COMMA_FIRST)
            .dates("dd.MM.yyyy", "")
            .ranges(Ranges.WIDE_DASH, Limits.SIGN_GAP)
            .flags(Flags.ARROWS)
            .previous(3)
            .most(48),
        drawer);
  }
}
