package io.tributary.bench.report;

/** Pieces of pages. */
final class Html {
  private Html() {}

  static String text(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
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

  static String tail(Paper paper) {
    StringBuilder out = new StringBuilder("<div class=\"tail\">");
    paper.tail().forEach(t -> out.append("<p>").append(text(t)).append("</p>"));
    return out.append("</div>").toString();
  }
}
