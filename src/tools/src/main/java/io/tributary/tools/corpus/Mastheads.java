package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.Told;
import java.util.List;

/** Heads of pages with signs of the laboratory, bars and colours. */
enum Mastheads implements PageHead {
  /** Sign and name left, bars right, below them a table of four columns in a frame. */
  BARCODE {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td style=\"width:60px\">");
      out.append(Drawing.logo(p, 48, "#a02c2c")).append("</td><td><h1>").append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, ", ")).append("</td><td style=\"text-align:right\">");
      out.append(Drawing.barcode(p.field(Told.SPECIMEN).text(), 26));
      return out.append("</td></tr></table>").append(pairs(p, 2, "fr")).toString();
    }
  },
  /** A coloured band with the name, and a tinted strip of labels over texts. */
  BAND {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"band\">");
      out.append(Drawing.logo(p, 30, "#ffffff")).append("<span>").append(HtmlHead.lab(p));
      out.append("</span><em>").append(p.title()).append("</em></div><div class=\"strip\">");
      for (ReportContent.Field f : p.fields()) {
        out.append("<div><small>").append(Html.text(f.label())).append("</small><br><b>");
        out.append(Html.text(f.text())).append("</b></div>");
      }
      return out.append("</div>").toString();
    }
  },
  /** All about the patient in a rail at the left of the results. */
  RAIL {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"rail\">");
      out.append(Drawing.logo(p, 44, "#0b6e6e")).append("<h1>").append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, "<br>")).append("<hr>");
      for (ReportContent.Field f : p.fields()) {
        out.append("<p><small>").append(Html.text(f.label())).append("</small><br>");
        out.append(Html.text(f.text())).append("</p>");
      }
      return out.append(Drawing.square(p.lab(), 70)).append("</div>").toString();
    }
  },
  /** Name in the middle, a square right, labels and texts in columns with colons. */
  COLONS {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td style=\"width:70px\">");
      out.append(Drawing.logo(p, 56, "#1c6b2c"));
      out.append("</td><td style=\"text-align:center\"><h1>").append(HtmlHead.lab(p));
      out.append("</h1>").append(address(p, "<br>")).append("</td><td style=\"width:64px\">");
      out.append(Drawing.square(p.field(Told.SPECIMEN).text(), 58)).append("</td></tr></table>");
      out.append("<hr>").append(pairs(p, 2, "co")).append("<hr><h2 style=\"text-align:center\">");
      return out.append(p.title()).append("</h2>").toString();
    }
  },
  /** As little as can be: name of the laboratory and one strip. */
  STRIP {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div class=\"thin\"><b>");
      out.append(HtmlHead.lab(p)).append("</b> &nbsp; ").append(address(p, " &nbsp;|&nbsp; "));
      out.append("</div><div class=\"thin\">");
      for (ReportContent.Field f : p.fields()) {
        out.append("<span>").append(Html.text(f.label())).append(" <b>");
        out.append(Html.text(f.text())).append("</b></span> ");
      }
      return out.append("</div>").toString();
    }
  },
  /** Two boxes: the patient, and the specimen with its days; the laboratory above at the right. */
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
            out.append("<tr><td>").append(Html.text(f.label())).append("</td><td><b>");
            out.append(Html.text(f.text())).append("</b></td></tr>");
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

  private static final List<Told> PATIENT =
      List.of(Told.NAME, Told.BIRTH, Told.SEX, Told.AGE, Told.PATIENT_ID);

  private static String address(ReportContent p, String between) {
    return String.join(between, p.address().stream().map(Html::text).toList());
  }

  private static String pairs(ReportContent p, int across, String style) {
    String colon = style.equals("co") ? ": " : "";
    StringBuilder out = new StringBuilder("<table class=\"" + style + "\">");
    for (int i = 0; i < p.fields().size(); i++) {
      ReportContent.Field f = p.fields().get(i);
      out.append(i % across == 0 ? "<tr>" : "").append("<td>").append(Html.text(f.label()));
      out.append("</td><td>").append(colon).append("<b>").append(Html.text(f.text()));
      out.append("</b></td>");
    }
    return out.append("</table>").toString();
  }

  /** This head with something more after it. */
  PageHead and(java.util.function.Function<ReportContent, String> more) {
    return p -> of(p) + more.apply(p);
  }
}
