package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.HeaderField;
import java.util.List;

/** HTML page headers with logos, barcodes and colors. */
enum Mastheads implements HtmlLetterhead {
  /** Logo and name on the left, barcode on the right, a framed table of four columns below. */
  BARCODE {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td style=\"width:60px\">");
      out.append(HtmlGraphics.logo(p, 48, "#a02c2c"))
          .append("</td><td><h1>")
          .append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, ", ")).append("</td><td style=\"text-align:right\">");
      out.append(HtmlGraphics.barcode(p.field(HeaderField.SPECIMEN).text(), 26));
      return out.append("</td></tr></table>").append(pairs(p, 2, "fr")).toString();
    }
  },
  /** Colored band with the name, and a tinted strip of labels above texts. */
  BAND {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"band\">");
      out.append(HtmlGraphics.logo(p, 30, "#ffffff")).append("<span>").append(HtmlHead.lab(p));
      out.append("</span><em>").append(p.title()).append("</em></div><div class=\"strip\">");
      for (ReportContent.Field f : p.fields()) {
        out.append("<div><small>").append(HtmlFragments.text(f.label())).append("</small><br><b>");
        out.append(HtmlFragments.text(f.text())).append("</b></div>");
      }
      return out.append("</div>").toString();
    }
  },
  /** Patient data in a sidebar on the left of the results. */
  RAIL {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"rail\">");
      out.append(HtmlGraphics.logo(p, 44, "#0b6e6e")).append("<h1>").append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, "<br>")).append("<hr>");
      for (ReportContent.Field f : p.fields()) {
        out.append("<p><small>").append(HtmlFragments.text(f.label())).append("</small><br>");
        out.append(HtmlFragments.text(f.text())).append("</p>");
      }
      return out.append(HtmlGraphics.squareCode(p.lab(), 70)).append("</div>").toString();
    }
  },
  /** Name in the center, square code on the right, columns of labels and texts with colons. */
  COLONS {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td style=\"width:70px\">");
      out.append(HtmlGraphics.logo(p, 56, "#1c6b2c"));
      out.append("</td><td style=\"text-align:center\"><h1>").append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, "<br>")).append("</td><td style=\"width:64px\">");
      out.append(HtmlGraphics.squareCode(p.field(HeaderField.SPECIMEN).text(), 58))
          .append("</td></tr></table>");
      out.append("<hr>").append(pairs(p, 2, "co")).append("<hr><h2 style=\"text-align:center\">");
      return out.append(p.title()).append("</h2>").toString();
    }
  },
  /** Minimal: the laboratory's name and one strip. */
  STRIP {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"thin\"><b>");
      out.append(HtmlHead.lab(p)).append("</b> &nbsp; ").append(address(p, " &nbsp;|&nbsp; "));
      out.append("</div><div class=\"thin\">");
      for (ReportContent.Field f : p.fields()) {
        out.append("<span>").append(HtmlFragments.text(f.label())).append(" <b>");
        out.append(HtmlFragments.text(f.text())).append("</b></span> ");
      }
      return out.append("</div>").toString();
    }
  },
  /**
   * Two boxes with the patient and the specimen with its dates; the laboratory above on the right.
   */
  TWO_BOXES {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div style=\"text-align:right\"><h1>");
      out.append(HtmlHead.lab(p)).append("</h1>").append(address(p, "<br>"));
      out.append("</div><div class=\"boxes\">");
      for (boolean patient : new boolean[] {true, false}) {
        out.append("<div class=\"box\"><table>");
        for (ReportContent.Field f : p.fields()) {
          if (patient == PATIENT.contains(f.kind())) {
            out.append("<tr><td>").append(HtmlFragments.text(f.label())).append("</td><td><b>");
            out.append(HtmlFragments.text(f.text())).append("</b></td></tr>");
          }
        }
        out.append("</table></div>");
      }
      return out.append("</div>").toString();
    }
  };

  static final String CSS =
      """
      .fr { border: 1px solid #333; margin: 6px 0 } .fr td:nth-child(odd) { color: #444; width: 17% } .bc { font-size: 8px; text-align: center; display: inline-block }
      .band { background: var(--hue, #5b2a86); color: #fff; padding: 8px 12px; display: flex; gap: 12px; align-items: center; font-size: 18px } .band em { margin-left: auto; font-size: 12px }
      .strip { background: #f2f2f4; display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; padding: 8px 12px; margin-bottom: 10px } small { color: #666; font-size: 80% }
      .rail { float: left; width: 23%; background: #eef5f5; padding: 10px; box-sizing: border-box } .rail p { margin: 5px 0 } .rail ~ .res { margin-left: 26% } .tail { clear: both }
      .co td:nth-child(4n+1) { width: 15% } .co td:nth-child(4n+3) { width: 17% } .thin { border-bottom: 1px solid #777; padding: 3px 0 } .thin span { margin-right: 12px; white-space: nowrap; display: inline-block }
      .rem { font-size: 85%; color: #222; margin: 3px 0 8px } .rem table { width: auto } .rem td { border: 0; padding: 1px 12px 1px 2px } .sub { font-size: 85%; color: #444 }
      .sig { text-align: center; display: inline-block; margin: 16px 30px 0 0; font-size: 9px }
      """;

  private static final List<HeaderField> PATIENT =
      List.of(
          HeaderField.NAME,
          HeaderField.BIRTH,
          HeaderField.SEX,
          HeaderField.AGE,
          HeaderField.PATIENT_ID);

  private static String address(ReportContent p, String between) {
    return String.join(between, p.address().stream().map(HtmlFragments::text).toList());
  }

  private static String pairs(ReportContent p, int across, String style) {
    String colon = style.equals("co") ? ": " : "";
    StringBuilder out = new StringBuilder("<table class=\"" + style + "\">");
    for (int i = 0; i < p.fields().size(); i++) {
      ReportContent.Field f = p.fields().get(i);
      out.append(i % across == 0 ? "<tr>" : "")
          .append("<td>")
          .append(HtmlFragments.text(f.label()));
      out.append("</td><td>").append(colon).append("<b>").append(HtmlFragments.text(f.text()));
      out.append("</b></td>");
    }
    return out.append("</table>").toString();
  }

  /** Returns this header followed by further content. */
  HtmlLetterhead followedBy(java.util.function.Function<ReportContent, String> more) {
    return p -> of(p) + more.apply(p);
  }
}
