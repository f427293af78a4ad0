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

/** Reports of Scotland, Brazil and South Africa; kept from tuning. */
final class OverseasLabPages {
  private static final List<Told> PATIENT =
      List.of(Told.NAME, Told.BIRTH, Told.SEX, Told.AGE, Told.PATIENT_ID);
  private static final List<Told> SAMPLE =
      List.of(Told.SPECIMEN, Told.COLLECTED, Told.RECEIVED, Told.REPORTED, Told.DOCTOR);

  private OverseasLabPages() {}

  static List<Layout> all() {
    return List.of(scotland(), brazil(), southAfrica());
  }

  /**
   * Departments with their panels set in; the range in brackets behind the unit, remarks between.
   */
  private static Layout scotland() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<div class=\"blue\">"
                  + Html.text(p.lab())
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
                          + Html.text(s.heading())
                          + "<span>"
                          + Html.text(s.specimen().orElse(""))
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
              again(p, "A4", "16mm 16mm 16mm", "Electronic copy: not a prescription.")
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
              top + body + Html.tail(p));
        };
    return Layout.held(
        "uk-infirmary",
        TextStyle.elsewhere()
            .in(LabRegion.SCOTLAND)
            .of("BMP", "BONE", "LFT", "HEMO", "AUTO")
            .labels(14)
            .variant(0)
            .names(Names.COMMA_TITLE)
            .dates("dd MMM yyyy", " HH:mm")
            .ranges(Ranges.ROUND, Limits.SIGN)
            .flags(Flags.ARROWS)
            .specimenLines()
            .notes()
            .most(44),
        drawer);
  }

  /** A block for each test: material and method, the result, what is usual, what was before. */
  private static Layout brazil() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<div class=\"lb\">"
                  + Drawing.logo(p, 34, "#1d7a46")
                  + "<b>"
                  + Html.text(p.lab())
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
                  s -> "<h2>" + Html.text(s.heading()) + "</h2>",
                  l ->
                      "<div class=\"ex\"><div><b>"
                          + Html.text(l.name())
                          + "</b><br><small>Method: "
                          + Html.text(l.method())
                          + "</small></div><div class=\"re\">Result: <b>"
                          + Html.text(l.value())
                          + "</b> "
                          + PageParts.raised(l.units())
                          + (l.flag().isEmpty() ? "" : " <b>" + Html.text(l.flag()) + "</b>")
                          + (previous(l, 0).isEmpty()
                              ? ""
                              : "<br><small>Previous: "
                                  + Html.text(previous(l, 0))
                                  + " on "
                                  + p.previousHeads().get(0)
                                  + "</small>")
                          + "</div><div class=\"rf\">"
                          + (l.range().isEmpty()
                              ? ""
                              : "<small>Reference values</small><br>"
                                  + String.join(
                                      "<br>", l.range().stream().map(Html::text).toList()))
                          + "</div></div>",
                  "");
          return page(
              Typeface.LATO,
              10.5,
              again(p, "A4", "15mm 14mm 17mm", "Checked and released electronically. CRBM 99999")
                  + ".lb { display: flex; gap: 10px; align-items: center; font-size: 18px; color:"
                  + " #1d7a46; border-bottom: 2px solid #1d7a46; padding-bottom: 4px } .lb span {"
                  + " margin-left: auto; font-size: 9px; color: #333; text-align: right } .cl {"
                  + " display: flex; margin: 7px 0; line-height: 1.45 } .cl div { flex: 1 } h2 {"
                  + " background: #1d7a46; color: #fff; padding: 3px 8px; margin: 10px 0 4px;"
                  + " break-after: avoid } .ex { display: grid; grid-template-columns: 34% 36% 30%;"
                  + " border-bottom: 1px solid #9cc5ad; padding: 3px 6px; break-inside: avoid }"
                  + " small { font-size: 9px; color: #444 } .re > b:first-child { font-size: 12px }"
                  + " sup { font-size: 8px }",
              top + body + Html.tail(p) + Drawing.signature("Biom. R. Teixeira"));
        };
    return Layout.held(
        "br-block-by-block",
        TextStyle.elsewhere()
            .in(LabRegion.BRAZIL)
            .of("HEMO", "LIPID", "RFT", "HORM")
            .comma()
            .labels(24)
            .variant(2)
            .names(Names.FIRST_LAST)
            .dates("dd/MM/yyyy", "")
            .ranges(Ranges.TO, Limits.WORDS)
            .flags(Flags.ROUND)
            .bothSexes()
            .method()
            .previous(1)
            .most(36),
        drawer);
  }

  /** Two columns of panels in frames, small print, dark bars. */
  private static Layout southAfrica() {
    Layout.Drawer.ByBrowser drawer =
        p -> {
          String top =
              "<table class=\"top\"><tr><td><h1>"
                  + Html.text(p.lab())
                  + "</h1>"
                  + PageParts.address(p, " / ")
                  + "</td><td class=\"bx\">"
                  + Drawing.barcode(p.field(Told.SPECIMEN).text(), 22)
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
                          + Html.text(s.heading())
                          + "</h3><table class=\"r\">"
                          + heads("Test|Result||Unit|Reference")
                          + "<tbody>",
                  l ->
                      row(l.abnormal(), l.name(), l.value(), l.flag(), "@", PageParts.lines(l))
                          .replace("<td>@</td>", "<td>" + PageParts.raised(l.units()) + "</td>"),
                  "</tbody></table></div>");
          return page(
              Typeface.ROBOTO_NARROW,
              10,
              again(p, "A4", "14mm 11mm 15mm", "SANAS T0999. Verified by a pathologist.")
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
              top + body + "</div>" + Html.tail(p));
        };
    return Layout.held(
        "za-framed-panels",
        TextStyle.elsewhere()
            .in(LabRegion.ZA_NORTH)
            .of("HEMO", "DIFF", "RFT", "LFT", "LIPID", "THY", "CARD")
            .labels(25)
            .variant(2)
            .names(Names.LAST_COMMA_FIRST)
            .dates("yyyy-MM-dd", " HH:mm")
            .ranges(Ranges.EN_DASH, Limits.SIGN)
            .flags(Flags.LETTERS)
            .most(56),
        drawer);
  }
}
