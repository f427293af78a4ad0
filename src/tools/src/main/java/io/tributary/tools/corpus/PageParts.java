package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.Told;
import java.util.List;
import java.util.function.Function;

/** Pieces that pages of several countries are put together from. */
final class PageParts {
  private PageParts() {}

  /** A page in these letters; a label and its text stay in one line. */
  static String page(Typeface face, double pixels, String css, String body) {
    return Html.page(
        HtmlHead.CSS + Mastheads.CSS + face.css(pixels) + ".p { white-space: nowrap } " + css,
        body);
  }

  /** All lines of all panels, each made by {@code line}, each panel opened by {@code open}. */
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

  /** Heads of columns, parted by bars. */
  static String heads(String texts) {
    StringBuilder out = new StringBuilder("<thead><tr>");
    for (String t : texts.split("\\|", -1)) {
      out.append("<th>").append(t).append("</th>");
    }
    return out.append("</tr></thead>").toString();
  }

  /** Cells of a row; what stands in them is made safe. */
  static String row(boolean abnormal, String... texts) {
    StringBuilder out = new StringBuilder(abnormal ? "<tr class=\"abn\">" : "<tr>");
    for (String t : texts) {
      out.append(Html.cell("", Html.lines(t)));
    }
    return out.append("</tr>").toString();
  }

  /** A remark on the row above, over so many columns; nothing where there is none. */
  static String note(ReportContent.Line l, int across) {
    return l.note()
        .map(n -> "<tr class=\"n\"><td colspan=\"" + across + "\">" + Html.text(n) + "</td></tr>")
        .orElse("");
  }

  /** Powers of ten stand raised. */
  static String raised(String units) {
    return Html.text(units).replaceAll("\\^(\\d+)", "<sup>$1</sup>");
  }

  static String lines(ReportContent.Line l) {
    return String.join("\n", l.range());
  }

  static String previous(ReportContent.Line l, int which) {
    return which < l.previous().size() ? l.previous().get(which) : "";
  }

  /** Labels with texts, those alone that are told. */
  static String pairs(ReportContent p, List<Told> kinds, String between, String after) {
    StringBuilder out = new StringBuilder();
    for (Told kind : kinds) {
      ReportContent.Field f = p.field(kind);
      if (!f.text().isEmpty()) {
        out.append("<span class=\"p\"><i>").append(Html.text(f.label())).append("</i>");
        out.append(between).append("<b>").append(Html.text(f.text())).append("</b></span>");
        out.append(after);
      }
    }
    return out.toString();
  }

  static String address(ReportContent p, String between) {
    return String.join(between, p.address().stream().map(Html::text).toList());
  }

  /** Of pages after the first: whose report it is, at the top of the sheet. */
  static String again(ReportContent p, String size, String margins, String below) {
    String who = p.field(Told.NAME).text() + "  -  " + p.field(Told.SPECIMEN).text();
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
