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

/** Held-out layouts of Scotland, Brazil and South Africa. */
final class OverseasLabPages {
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

  private OverseasLabPages() {}

  static List<Layout> all() {
    return List.of(scotland(), brazil(), southAfrica());
  }

  /**
   * Has departments with indented panels, the range in brackets after the unit, and remarks between
   * rows.
   */
  private static Layout scotland() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"blue\">"
                  + HtmlFragments.text(p.lab())
                  + "</div><div class=\"ad\">"
                  + PageParts.address(p, " | ")
                  + "</div><table class=\"who\"><tr><td>"
                  + pairs(p, PATIENT, " ", "<br>")
                  + "</td><td>"
                  + pairs(p, SAMPLE, " ", "<br>")
                  + "</td></tr></table>";
          String body =
              sections(
                  p,
                  s ->
                      "<h3>"
                          + HtmlFragments.text(s.heading())
                          + "<span>"
                          + HtmlFragments.text(s.specimen().orElse(""))
                          + "</span></h3><table class=\"r\"><tbody>",
                  l ->
                      row(
                              l.abnormal(),
                              l.name(),
                              l.flag(),
                              l.value(),
                              l.units() + (l.range().isEmpty() ? "" : "  " + l.rangeText()))
                          + note(l, 4),
                  "</tbody></table>");
          return page(
              Typeface.GENTIUM,
              12,
              laterPageStyle(p, "A4", "16mm 16mm 16mm", "Electronic copy: not a prescription.")
                  + ".blue { color: #003087; font-size: 20px; text-align: right; font-weight: bold"
                  + " } .ad { text-align: right; border-bottom: 2px solid #003087 } .who {"
                  + " background: #eaf0f8; margin: 8px 0 } .who td { width: 50%; line-height: 1.4 }"
                  + " .who i { color: #003087; display: inline-block; width: 84px } h3 { font-size:"
                  + " 13px; margin: 10px 0 1px; color: #003087; break-after: avoid } h3 span {"
                  + " float: right; font-weight: normal; font-style: italic; color: #333 } .r td {"
                  + " padding: 1px 5px } .r td:nth-child(1) { width: 40%; padding-left: 18px }"
                  + " .r td:nth-child(2) { width: 5%; text-align: right; font-size: 13px }"
                  + " .r td:nth-child(3) { width: 13%; text-align: right } .abn td:nth-child(3) {"
                  + " font-weight: bold } .n td { font-style: italic; padding-left: 30px }",
              top + body + HtmlFragments.tail(p));
        };
    return Layout.held(
        "uk-infirmary",
        TextStyle.international()
            .in(LabRegion.SCOTLAND)
            .withPanels("BMP", "BONE", "LFT", "HEMO", "AUTO")
            .labels(14)
            .variant(0)
            .names(PatientNameFormat.COMMA_TITLE)
            .dates("dd MMM yyyy", " HH:mm")
            .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN)
            .flags(FlagFormat.ARROWS)
            .specimenLines()
            .notes()
            .maxRows(44),
        drawer);
  }

  /**
   * Has a block per test: material and method, the result, the reference range, and previous
   * results.
   */
  private static Layout brazil() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"lb\">"
                  + HtmlGraphics.logo(p, 34, "#1d7a46")
                  + "<b>"
                  + HtmlFragments.text(p.lab())
                  + "</b><span>"
                  + PageParts.address(p, "<br>")
                  + "</span></div><div class=\"cl\"><div>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</div><div>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</div></div>";
          String body =
              sections(
                  p,
                  s -> "<h2>" + HtmlFragments.text(s.heading()) + "</h2>",
                  l ->
                      "<div class=\"ex\"><div><b>"
                          + HtmlFragments.text(l.name())
                          + "</b><br><small>Method: "
                          + HtmlFragments.text(l.method())
                          + "</small></div><div class=\"re\">Result: <b>"
                          + HtmlFragments.text(l.value())
                          + "</b> "
                          + PageParts.superscriptPowers(l.units())
                          + (l.flag().isEmpty()
                              ? ""
                              : " <b>" + HtmlFragments.text(l.flag()) + "</b>")
                          + (previous(l, 0).isEmpty()
                              ? ""
                              : "<br><small>Previous: "
                                  + HtmlFragments.text(previous(l, 0))
                                  + " on "
                                  + p.previousHeads().get(0)
                                  + "</small>")
                          + "</div><div class=\"rf\">"
                          + (l.range().isEmpty()
                              ? ""
                              : "<small>Reference values</small><br>"
                                  + String.join(
                                      "<br>", l.range().stream().map(HtmlFragments::text).toList()))
                          + "</div></div>",
                  "");
          return page(
              Typeface.LATO,
              10.5,
              laterPageStyle(
                      p, "A4", "15mm 14mm 17mm", "Checked and released electronically. CRBM 99999")
                  + ".lb { display: flex; gap: 10px; align-items: center; font-size: 18px; color:"
                  + " #1d7a46; border-bottom: 2px solid #1d7a46; padding-bottom: 4px } .lb span {"
                  + " margin-left: auto; font-size: 9px; color: #333; text-align: right } .cl {"
                  + " display: flex; margin: 7px 0; line-height: 1.45 } .cl div { flex: 1 } h2 {"
                  + " background: #1d7a46; color: #fff; padding: 3px 8px; margin: 10px 0 4px;"
                  + " break-after: avoid } .ex { display: grid; grid-template-columns: 34% 36% 30%;"
                  + " border-bottom: 1px solid #9cc5ad; padding: 3px 6px; break-inside: avoid }"
                  + " small { font-size: 9px; color: #444 } .re > b:first-child { font-size: 12px }"
                  + " sup { font-size: 8px }",
              top + body + HtmlFragments.tail(p) + HtmlGraphics.signature("Biom. R. Teixeira"));
        };
    return Layout.held(
        "br-block-by-block",
        TextStyle.international()
            .in(LabRegion.BRAZIL)
            .withPanels("HEMO", "LIPID", "RFT", "HORM")
            .decimalComma()
            .labels(24)
            .variant(2)
            .names(PatientNameFormat.FIRST_LAST)
            .dates("dd/MM/yyyy", "")
            .ranges(RangeFormat.TO, OneSidedRangeFormat.WORDS)
            .flags(FlagFormat.ROUND)
            .bothSexes()
            .method()
            .previous(1)
            .maxRows(36),
        drawer);
  }

  /** Has two columns of framed panels in small print with dark bars. */
  private static Layout southAfrica() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + HtmlFragments.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, " / ")
                  + "</td><td class=\"bx\">"
                  + HtmlGraphics.barcode(p.field(HeaderField.SPECIMEN).text(), 22)
                  + "</td></tr></table><div class=\"hd\"><div>"
                  + pairs(p, PATIENT, ": ", "<br>")
                  + "</div><div>"
                  + pairs(p, SAMPLE, ": ", "<br>")
                  + "</div></div><div class=\"cols\">";
          String body =
              sections(
                  p,
                  s ->
                      "<div class=\"pan\"><h3>"
                          + HtmlFragments.text(s.heading())
                          + "</h3><table class=\"r\">"
                          + heads("Test|Result||Unit|Reference")
                          + "<tbody>",
                  l ->
                      row(l.abnormal(), l.name(), l.value(), l.flag(), "@", PageParts.lines(l))
                          .replace(
                              "<td>@</td>",
                              "<td>" + PageParts.superscriptPowers(l.units()) + "</td>"),
                  "</tbody></table></div>");
          return page(
              Typeface.ROBOTO_NARROW,
              10,
              laterPageStyle(p, "A4", "14mm 11mm 15mm", "SANAS T0999. Verified by a pathologist.")
                  + "h1 { font-size: 20px; color: #4b2e1e } .bx { text-align: right } .hd {"
                  + " display: flex; border-top: 2px solid #4b2e1e; border-bottom: 2px solid"
                  + " #4b2e1e; padding: 5px 0; margin: 5px 0 9px; line-height: 1.4 } .hd div {"
                  + " flex: 1 } .cols { columns: 2; column-gap: 12px } .pan { border: 1px solid"
                  + " #4b2e1e; margin-bottom: 10px; break-inside: avoid } .pan h3 { background:"
                  + " #4b2e1e; color: #fff; margin: 0; padding: 2px 6px; font-size: 11px } .r th {"
                  + " font-size: 9px; border-bottom: 1px solid #4b2e1e } .r td, .r th { padding:"
                  + " 1px 4px } .r td:nth-child(1) { width: 36% } .r td:nth-child(2), .r"
                  + " th:nth-child(2) { text-align: right } .abn td { font-weight: bold } sup {"
                  + " font-size: 7.5px; line-height: 1 }",
              top + body + "</div>" + HtmlFragments.tail(p));
        };
    return Layout.held(
        "za-framed-panels",
        TextStyle.international()
            .in(LabRegion.ZA_NORTH)
            .withPanels("HEMO", "DIFF", "RFT", "LFT", "LIPID", "THY", "CARD")
            .labels(25)
            .variant(2)
            .names(PatientNameFormat.LAST_COMMA_FIRST)
            .dates("yyyy-MM-dd", " HH:mm")
            .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.SIGN)
            .flags(FlagFormat.LETTERS)
            .maxRows(56),
        drawer);
  }
}
