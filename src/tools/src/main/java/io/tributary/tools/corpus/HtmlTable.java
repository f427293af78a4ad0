package io.tributary.tools.corpus;

import java.util.List;
import java.util.Locale;

/** Result table rendered as HTML, with columns in any order and several styles of headings. */
final class HtmlTable implements Layout.Drawer.HtmlDrawer {
  /** Position of panel headings. */
  enum Headings {
    /** Row across all columns of the single table. */
    ROW,
    /** Heading above a separate table with its own column headers. */
    OWN,
    /** Row in the first column with the specimen below it, and indented tests. */
    INDENT,
    /** Heading above a table without column headers. */
    BARE,
    /** Separate column on the left that spans all rows of the panel. */
    SIDE
  }

  private final HtmlLetterhead head;
  private final List<CorpusColumn> cols;
  private final List<String> heads;
  private final Headings headings;
  private final String css;
  private String topRow = "";
  private List<String> signatures = List.of();
  private int row;

  HtmlTable(HtmlLetterhead head, Headings headings, String css, Object... columns) {
    this.head = head;
    this.headings = headings;
    this.css = css;
    this.cols =
        java.util.stream.IntStream.range(0, columns.length / 2)
            .mapToObj(i -> (CorpusColumn) columns[2 * i])
            .toList();
    this.heads =
        java.util.stream.IntStream.range(0, columns.length / 2)
            .mapToObj(i -> (String) columns[2 * i + 1])
            .toList();
  }

  @Override
  public String html(ReportContent paper) {
    StringBuilder out = new StringBuilder(head.of(paper));
    out.append("<div class=\"res\">");
    row = 0;
    if (headings == Headings.ROW || headings == Headings.INDENT || headings == Headings.SIDE) {
      out.append("<table class=\"r\">").append(headRow(paper)).append("<tbody>");
      for (ReportContent.Section s : paper.sections()) {
        if (headings != Headings.SIDE) {
          out.append("<tr class=\"h\">").append(spanningCell()).append("<b>");
          out.append(HtmlFragments.text(s.heading())).append("</b>").append(specimen(s));
          out.append("</td></tr>");
        }
        rows(out, s);
        if (!s.remarks().isEmpty()) {
          out.append("<tr class=\"n\">")
              .append(spanningCell())
              .append(HtmlFragments.remarks(s))
              .append("</td></tr>");
        }
      }
      out.append("</tbody></table>");
    } else {
      for (ReportContent.Section s : paper.sections()) {
        out.append("<div class=\"sec\"><h3>")
            .append(HtmlFragments.text(s.heading()))
            .append("</h3>");
        out.append(specimen(s)).append("<table class=\"r\">");
        out.append(headings == Headings.OWN ? headRow(paper) : "").append("<tbody>");
        rows(out, s);
        out.append("</tbody></table>").append(HtmlFragments.remarks(s)).append("</div>");
      }
    }
    out.append("</div>").append(HtmlFragments.tail(paper));
    signatures.forEach(who -> out.append(HtmlGraphics.signature(who)));
    return HtmlFragments.page(HtmlHead.CSS + css, out.toString());
  }

  /** Adds a row above the column headers. */
  HtmlTable withTopRow(String cells) {
    topRow = cells;
    return this;
  }

  /** Adds signatures at the end. */
  HtmlTable withSignatures(String... who) {
    signatures = List.of(who);
    return this;
  }

  private String spanningCell() {
    return "<td colspan=\"" + (cols.size() + (headings == Headings.SIDE ? 1 : 0)) + "\">";
  }

  private static String specimen(ReportContent.Section s) {
    return s.specimen()
        .map(t -> "<div class=\"spec\">Specimen: " + HtmlFragments.text(t) + "</div>")
        .orElse("");
  }

  private String headRow(ReportContent paper) {
    StringBuilder out = new StringBuilder("<thead>");
    if (!topRow.isEmpty()) {
      out.append("<tr>").append(topRow).append("</tr>");
    }
    out.append("<tr>").append(headings == Headings.SIDE ? "<th>Department</th>" : "");
    for (int i = 0; i < cols.size(); i++) {
      String text = cols.get(i).head(heads.get(i), paper.previousHeads());
      out.append("<th class=\"c-")
          .append(cols.get(i).name().toLowerCase(Locale.ROOT))
          .append("\">");
      out.append(HtmlFragments.text(text)).append("</th>");
    }
    return out.append("</tr></thead>").toString();
  }

  private void rows(StringBuilder out, ReportContent.Section s) {
    for (ReportContent.Line l : s.lines()) {
      row++;
      out.append("<tr class=\"").append(l.abnormal() ? "abn" : "nor").append("\">");
      if (headings == Headings.SIDE && l == s.lines().get(0)) {
        out.append("<td class=\"side\" rowspan=\"").append(s.lines().size()).append("\">");
        out.append(HtmlFragments.text(s.heading())).append("</td>");
      }
      for (CorpusColumn c : cols) {
        String inner =
            switch (c) {
              case BAR -> bar(l);
              case NUMBER -> row + ".";
              default -> HtmlFragments.lines(c.text(l));
            };
        out.append(HtmlFragments.cell("c-" + c.name().toLowerCase(Locale.ROOT), inner));
      }
      out.append("</tr>");
      l.note()
          .ifPresent(
              n ->
                  out.append("<tr class=\"n\">")
                      .append(spanningCell())
                      .append(HtmlFragments.text(n))
                      .append("</td></tr>"));
    }
  }

  /** Returns a graphic of the value's position in its range, without text. */
  static String bar(ReportContent.Line l) {
    double at = l.numbers().relativePosition();
    if (Double.isNaN(at)) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "<svg width=\"100\" height=\"10\"><rect x=\"0\" y=\"3\" width=\"100\" height=\"4\""
            + " fill=\"#ddd\"/><rect x=\"25\" y=\"3\" width=\"50\" height=\"4\""
            + " fill=\"#7b7\"/><circle cx=\"%.1f\" cy=\"5\" r=\"4\" fill=\"#234\"/></svg>",
        100 * at);
  }
}
