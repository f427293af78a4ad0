package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.HeaderField;
import java.util.List;
import java.util.function.Function;

/** HTML fragments for pages of several countries. */
final class PageParts {
  private PageParts() {}

  /** Returns a page in this typeface; a label and its text stay on one line. */
  static String page(Typeface face, double pixels, String css, String body) {
    return HtmlFragments.page(
        HtmlHead.CSS + Mastheads.CSS + face.css(pixels) + ".p { white-space: nowrap } " + css,
        body);
  }

  /**
   * Renders all rows of all panels with {@code line}, and the start of each panel with {@code
   * open}.
   */
  static String sections(
      ReportContent p,
      Function<ReportContent.Section, String> open,
      Function<ReportContent.Line, String> line,
      String end) {
    StringBuilder out = new StringBuilder();
    for (ReportContent.Section s : p.sections()) {
      out.append(open.apply(s));
      s.lines().forEach(l -> out.append(line.apply(l)));
      out.append(end);
    }
    return out.toString();
  }

  /** Renders column headers, which are separated by vertical bars in the text. */
  static String heads(String texts) {
    StringBuilder out = new StringBuilder("<thead><tr>");
    for (String t : texts.split("\\|", -1)) {
      out.append("<th>").append(t).append("</th>");
    }
    return out.append("</tr></thead>").toString();
  }

  /** Renders the cells of a row with their texts escaped. */
  static String row(boolean abnormal, String... texts) {
    StringBuilder out = new StringBuilder(abnormal ? "<tr class=\"abn\">" : "<tr>");
    for (String t : texts) {
      out.append(HtmlFragments.cell("", HtmlFragments.lines(t)));
    }
    return out.append("</tr>").toString();
  }

  /** Renders the remark of a row across the given number of columns; empty if there is none. */
  static String note(ReportContent.Line l, int across) {
    return l.note()
        .map(
            n ->
                "<tr class=\"n\"><td colspan=\""
                    + across
                    + "\">"
                    + HtmlFragments.text(n)
                    + "</td></tr>")
        .orElse("");
  }

  /** Renders powers of ten as superscripts. */
  static String superscriptPowers(String units) {
    return HtmlFragments.text(units).replaceAll("\\^(\\d+)", "<sup>$1</sup>");
  }

  static String lines(ReportContent.Line l) {
    return String.join("\n", l.range());
  }

  static String previous(ReportContent.Line l, int which) {
    return which < l.previous().size() ? l.previous().get(which) : "";
  }

  /** Renders labels with their texts, omitting empty ones. */
  static String pairs(ReportContent p, List<HeaderField> kinds, String between, String after) {
    StringBuilder out = new StringBuilder();
    for (HeaderField kind : kinds) {
      ReportContent.Field f = p.field(kind);
      if (!f.text().isEmpty()) {
        out.append("<span class=\"p\"><i>").append(HtmlFragments.text(f.label())).append("</i>");
        out.append(between)
            .append("<b>")
            .append(HtmlFragments.text(f.text()))
            .append("</b></span>");
        out.append(after);
      }
    }
    return out.toString();
  }

  static String address(ReportContent p, String between) {
    return String.join(between, p.address().stream().map(HtmlFragments::text).toList());
  }

  /** Returns the style of pages after the first, with the patient at the top. */
  static String laterPageStyle(ReportContent p, String size, String margins, String below) {
    String who = p.field(HeaderField.NAME).text() + "  -  " + p.field(HeaderField.SPECIMEN).text();
    return "@page { size: "
        + size
        + "; margin: "
        + margins
        + "; @top-left { content: \""
        + who
        + "\"; font-size: 9px } @top-right { content: \""
        + p.lab().replace("\"", "")
        + "\"; font-size: 9px } @bottom-left { content: \""
        + below
        + "\"; font-size: 8.5px } @bottom-right { content: \"Page \" counter(page) \" / \""
        + " counter(pages); font-size: 8.5px } }"
        + "@page :first { @top-left { content: none } @top-right { content: none } }";
  }
}
