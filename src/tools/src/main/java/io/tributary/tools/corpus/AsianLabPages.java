package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.PageParts.heads;
import static io.tributary.tools.corpus.PageParts.laterPageStyle;
import static io.tributary.tools.corpus.PageParts.page;
import static io.tributary.tools.corpus.PageParts.row;
import static io.tributary.tools.corpus.PageParts.sections;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.HeaderField;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import io.tributary.tools.corpus.TextStyle.ThousandsSeparator;
import java.util.List;

/** Held-out layouts of India and the Gulf states. */
final class AsianLabPages {
  private AsianLabPages() {}

  static List<Layout> all() {
    return List.of(india(), gulf());
  }

  /**
   * Has units before the result, ranges by sex, methods below the names, and long names in a narrow
   * column.
   */
  private static Layout india() {
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          String top =
              "<div class=\"ban\">"
                  + HtmlGraphics.logo(p, 44, "#ffffff")
                  + "<div><b>"
                  + HtmlFragments.text(p.lab())
                  + "</b><br>"
                  + PageParts.address(p, ", ")
                  + "</div>"
                  + HtmlGraphics.squareCode(p.field(HeaderField.SPECIMEN).text(), 52)
                  + "</div><div class=\"pt\">";
          StringBuilder fields = new StringBuilder(top);
          for (ReportContent.Field f : p.fields()) {
            fields.append("<div><i>").append(HtmlFragments.text(f.label())).append("</i> : <b>");
            fields.append(HtmlFragments.text(f.text())).append("</b></div>");
          }
          String body =
              sections(
                  p,
                  s ->
                      "<h3>"
                          + HtmlFragments.text(s.heading())
                          + "</h3><table class=\"r\">"
                          + heads("Test Description|Units|Observed Result|Biological Ref. Interval")
                          + "<tbody>",
                  l ->
                      "<tr"
                          + (l.abnormal() ? " class=\"abn\"" : "")
                          + "><td>"
                          + HtmlFragments.lines(CorpusColumn.NAME_METHOD.text(l))
                          + "</td><td>"
                          + HtmlFragments.text(l.units())
                          + "</td><td>"
                          + HtmlFragments.text(
                              l.flag().isEmpty() ? l.value() : l.flag() + "  " + l.value())
                          + "</td><td>"
                          + String.join(
                              "<br>", l.range().stream().map(HtmlFragments::text).toList())
                          + "</td></tr>",
                  "</tbody></table><!-- -->");
          StringBuilder remarked = new StringBuilder();
          String[] parts = body.split("<!-- -->");
          for (int i = 0; i < p.sections().size(); i++) {
            remarked.append(parts[i]).append(HtmlFragments.remarks(p.sections().get(i)));
          }
          return page(
              Typeface.NARROW,
              10.5,
              laterPageStyle(
                      p,
                      "A4",
                      "14mm 12mm 18mm",
                      "Partial reproduction of this report is not permitted.")
                  + ".ban { background: linear-gradient(90deg, #8c1d40, #c4512d); color: #fff;"
                  + " display: flex; gap: 12px; align-items: center; padding: 8px 14px } .ban b {"
                  + " font-size: 19px } .ban .qr { background: #fff; padding: 3px; margin-left:"
                  + " auto } .pt { columns: 2; border: 1px solid #8c1d40; padding: 6px 10px;"
                  + " line-height: 1.6 } .pt i { display: inline-block; width: 112px } h3 {"
                  + " text-align: center; background: #f5e6e0; margin: 11px 0 0; padding: 3px;"
                  + " font-size: 12px; break-after: avoid } .r th { border-bottom: 1px solid"
                  + " #8c1d40 } .r td:nth-child(1) { width: 30% } .r td:nth-child(2) { width: 18% }"
                  + " .r td:nth-child(3) { width: 22% } .abn td:nth-child(3) { font-weight: bold;"
                  + " color: #a00 } .r td { border-bottom: 1px dashed #d9c3ba } .sub { font-size:"
                  + " 8.5px }",
              fields
                  + "</div>"
                  + remarked
                  + HtmlFragments.tail(p)
                  + "<p style=\"text-align:center\">*** End of Report ***</p>"
                  + HtmlGraphics.signature("Dr. K. Hegde, MD (Biochemistry)")
                  + HtmlGraphics.signature("Dr. S. Varma, MD (Pathology)"));
        };
    return Layout.held(
        "in-units-before-result",
        TextStyle.us()
            .in(LabRegion.IN_SOUTH)
            .withPanels("CBCI", "IRON", "LIPID", "HORM", "WIDAL")
            .labels(21)
            .ageAndSexJoined()
            .variant(2)
            .names(PatientNameFormat.TITLE_UPPER)
            .dates("dd-MMM-yyyy", " hh:mm a")
            .ranges(RangeFormat.SPACED, OneSidedRangeFormat.WORDS)
            .flags(FlagFormat.LETTERS)
            .thousands(ThousandsSeparator.COMMAS)
            .bothSexes()
            .method()
            .remarks()
            .maxRows(50),
        drawer);
  }

  /**
   * Has two scripts, English on the left and Arabic on the right or below, a border around each
   * cell, and a stamp.
   */
  private static Layout gulf() {
    List<String> arabic =
        List.of(
            "اسم المريض",
            "تاريخ الميلاد",
            "العمر / الجنس",
            "رقم العينة",
            "تاريخ السحب",
            "تاريخ الاستلام",
            "تاريخ التقرير",
            "الطبيب",
            "رقم الملف");
    Layout.Drawer.HtmlDrawer drawer =
        p -> {
          StringBuilder top =
              new StringBuilder("<table class=\"top\"><tr><td><h1>" + HtmlFragments.text(p.lab()));
          top.append("</h1>")
              .append(PageParts.address(p, "<br>"))
              .append("</td><td class=\"mid\">");
          top.append(HtmlGraphics.logo(p, 54, "#7a5c1e")).append("</td><td class=\"ar\">");
          top.append(
              "<b>مختبر الخليج الطبي</b><br>برج الكورنيش</td></tr></table><table class=\"id\">");
          for (int i = 0; i < p.fields().size(); i++) {
            ReportContent.Field f = p.fields().get(i);
            top.append(i % 2 == 0 ? "<tr><td>" : "<td>").append(HtmlFragments.text(f.label()));
            top.append("</td><td><b>").append(HtmlFragments.text(f.text())).append("</b></td>");
            top.append("<td class=\"ar\">").append(arabic.get(i)).append("</td>");
            top.append(i % 2 == 1 ? "</tr>" : "");
          }
          top.append("</table>");
          String body =
              sections(
                  p,
                  s ->
                      "<h3>"
                          + HtmlFragments.text(s.heading())
                          + "</h3><table class=\"r\">"
                          + heads(
                              "Test Name<br>اسم الفحص|Result<br>النتيجة|Unit<br>الوحدة|Reference"
                                  + " Range<br>المعدل الطبيعي|Method<br>الطريقة")
                          + "<tbody>",
                  l ->
                      row(
                          l.abnormal(),
                          l.name(),
                          CorpusColumn.VALUE_FLAG.text(l),
                          l.units(),
                          PageParts.lines(l),
                          l.method()),
                  "</tbody></table>");
          return page(
              Typeface.AMIRI,
              12,
              laterPageStyle(p, "A4", "15mm 14mm 16mm", "Results relate to the sample as received.")
                  + ".ar { text-align: right; direction: rtl } .mid { text-align: center } h1 {"
                  + " color: #7a5c1e } .id { border: 1px solid #7a5c1e; margin: 5px 0 } .id td {"
                  + " padding: 0 6px; line-height: 1.5 } h3 { margin: 8px 0 2px; color: #7a5c1e;"
                  + " break-after: avoid } .r th, .r td { border: 1px solid #9a8a68; padding: 0"
                  + " 6px; line-height: 1.45 } .r th { background: #f4eddc; text-align: center } .r"
                  + " td:nth-child(1) { width: 32% } .r td:nth-child(2), .r td:nth-child(4) {"
                  + " text-align: center } .r td:nth-child(2) { width: 15% } .abn td:nth-child(2) {"
                  + " font-weight: bold } .r td:nth-child(4) { width: 20% } .end { position:"
                  + " relative; height: 105px; break-inside: avoid }",
              top
                  + body
                  + HtmlFragments.tail(p)
                  + "<div class=\"end\">"
                  + HtmlGraphics.stamp("LICENSED LAB", "left:60px;top:4px")
                  + "<div style=\"text-align:right\">"
                  + HtmlGraphics.signature("Laboratory Director")
                  + "</div></div>");
        };
    return Layout.held(
        "gulf-two-scripts",
        TextStyle.international()
            .in(LabRegion.GULF)
            .withPanels("CBC", "VIT", "THY", "SERO", "UA")
            .labels(22)
            .ageAndSexJoined()
            .variant(0)
            .names(PatientNameFormat.TITLE_FIRST_LAST)
            .dates("dd/MM/yyyy", " HH:mm")
            .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.TRIANGLES)
            .method()
            .maxRows(50),
        drawer);
  }
}
