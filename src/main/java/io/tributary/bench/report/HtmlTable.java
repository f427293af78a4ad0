package io.tributary.bench.report;

import java.util.List;
import java.util.Locale;

/** Tables of results as a page: columns in any order, with headings in several manners. */
final class HtmlTable implements Layout.Drawer.ByBrowser {
  /** Where the headings of panels stand. */
  enum Headings {
    /** A row of the one table, across all columns. */
    ROW,
    /** Above a table of its own with its own heads. */
    OWN,
    /** In the first row, with the specimen below it, and the tests set in. */
    INDENT,
    /** Above a table without heads. */
    BARE
  }

  private final HtmlHead head;
  private final List<Col> cols;
  private final List<String> heads;
  private final Headings headings;
  private final String css;

  HtmlTable(HtmlHead head, Headings headings, String css, Object... columns) {
    this.head = head;
    this.headings = headings;
    this.css = css;
    this.cols =
        java.util.stream.IntStream.range(0, columns.length / 2)
            .mapToObj(i -> (Col) columns[2 * i])
            .toList();
    this.heads =
        java.util.stream.IntStream.range(0, columns.length / 2)
            .mapToObj(i -> (String) columns[2 * i + 1])
            .toList();
  }

  @Override
  public String html(Paper paper) {
    StringBuilder out = new StringBuilder(head.of(paper));
    out.append("<div class=\"res\">");
    if (headings == Headings.ROW || headings == Headings.INDENT) {
      out.append("<table class=\"r\">").append(headRow(paper)).append("<tbody>");
      for (Paper.Section s : paper.sections()) {
        out.append("<tr class=\"h\"><td colspan=\"").append(cols.size()).append("\"><b>");
        out.append(Html.text(s.heading())).append("</b>").append(specimen(s)).append("</td></tr>");
        rows(out, s);
      }
      out.append("</tbody></table>");
    } else {
      for (Paper.Section s : paper.sections()) {
        out.append("<div class=\"sec\"><h3>").append(Html.text(s.heading())).append("</h3>");
        out.append(specimen(s)).append("<table class=\"r\">");
        out.append(headings == Headings.OWN ? headRow(paper) : "").append("<tbody>");
        rows(out, s);
        out.append("</tbody></table></div>");
      }
    }
    out.append("</div>").append(Html.tail(paper));
    return Html.page(HtmlHead.CSS + css, out.toString());
  }

  private static String specimen(Paper.Section s) {
    return s.specimen()
        .map(t -> "<div class=\"spec\">Specimen: " + Html.text(t) + "</div>")
        .orElse("");
  }

  private String headRow(Paper paper) {
    StringBuilder out = new StringBuilder("<thead><tr>");
    for (int i = 0; i < cols.size(); i++) {
      String text = heads.get(i);
      boolean before = cols.get(i) == Col.PREVIOUS || cols.get(i) == Col.PREVIOUS_2;
      if (before && text.contains("{}")) {
        text = text.replace("{}", paper.previousHeads().get(cols.get(i) == Col.PREVIOUS ? 0 : 1));
      }
      out.append("<th class=\"c-")
          .append(cols.get(i).name().toLowerCase(Locale.ROOT))
          .append("\">");
      out.append(Html.text(text)).append("</th>");
    }
    return out.append("</tr></thead>").toString();
  }

  private void rows(StringBuilder out, Paper.Section s) {
    for (Paper.Line l : s.lines()) {
      out.append("<tr class=\"").append(l.abnormal() ? "abn" : "nor").append("\">");
      for (Col c : cols) {
        String inner = c == Col.BAR ? bar(l) : Html.text(c.text(l)).replace("\n", "<br>");
        out.append(Html.cell("c-" + c.name().toLowerCase(Locale.ROOT), inner));
      }
      out.append("</tr>");
      l.note()
          .ifPresent(
              n ->
                  out.append("<tr class=\"n\"><td colspan=\"")
                      .append(cols.size())
                      .append("\">")
                      .append(Html.text(n))
                      .append("</td></tr>"));
    }
  }

  /** A picture of where the value lies, no text. */
  static String bar(Paper.Line l) {
    double low = Double.isNaN(l.numbers().low()) ? 0 : l.numbers().low();
    double high = l.numbers().high();
    if (Double.isNaN(l.numbers().value()) || Double.isNaN(high)) {
      return "";
    }
    double at = 25 + 50 * (l.numbers().value() - low) / Math.max(1e-9, high - low);
    return String.format(
        Locale.ROOT,
        "<svg width=\"100\" height=\"10\"><rect x=\"0\" y=\"3\" width=\"100\" height=\"4\""
            + " fill=\"#ddd\"/><rect x=\"25\" y=\"3\" width=\"50\" height=\"4\""
            + " fill=\"#7b7\"/><circle cx=\"%.1f\" cy=\"5\" r=\"4\" fill=\"#234\"/></svg>",
        Math.max(4, Math.min(96, at)));
  }
}
