package io.tributary.tools.corpus;

/** HTML fragments. */
final class HtmlFragments {
  private HtmlFragments() {}

  static String text(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Wraps the lines after the first, so that a page may print them smaller. */
  static String lines(String raw) {
    String[] lines = raw.split("\n", 2);
    return lines.length == 1
        ? text(raw)
        : text(lines[0])
            + "<br><span class=\"sub\">"
            + text(lines[1]).replace("\n", "<br>")
            + "</span>";
  }

  /**
   * Renders the remarks below a panel: sentences, and tables whose cells are separated by vertical
   * bars.
   */
  static String remarks(ReportContent.Section s) {
    if (s.remarks().isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("<div class=\"rem keep\"><table>");
    for (String r : s.remarks()) {
      boolean cells = r.contains(" | ");
      out.append(cells ? "<tr><td>" : "<tr><td colspan=\"3\">");
      out.append(text(r).replace(" | ", "</td><td>")).append("</td></tr>");
    }
    return out.append("</table></div>").toString();
  }

  static String page(String css, String body) {
    return """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title><style>
    @page { margin: 14mm 12mm; size: A4 }
    body { font: 10.5px/1.35 "Liberation Sans", Arial, Helvetica, sans-serif; margin: 0; color: #111 }
    table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: 2px 5px }
    th { font-weight: bold } tr, .keep { break-inside: avoid } thead { display: table-header-group }
    """
        + css
        + "</style></head><body>"
        + body
        + "</body></html>";
  }

  static String cell(String style, String inner) {
    return "<td" + (style.isEmpty() ? "" : " class=\"" + style + "\"") + ">" + inner + "</td>";
  }

  static String tail(ReportContent paper) {
    StringBuilder out = new StringBuilder("<div class=\"tail\">");
    paper.tail().forEach(t -> out.append("<p>").append(text(t)).append("</p>"));
    return out.append("</div>").toString();
  }
}
