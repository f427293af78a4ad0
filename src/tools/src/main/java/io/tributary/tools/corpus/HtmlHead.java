package io.tributary.tools.corpus;

import java.util.List;

/** HTML letterheads with the patient block in several styles. */
enum HtmlHead implements HtmlLetterhead {
  /** Laboratory on the left, address on the right, a table with two pairs per line. */
  TABLE {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td><h1>");
      out.append(lab(p)).append("</h1></td><td style=\"text-align:right\">");
      p.address().forEach(a -> out.append(HtmlFragments.text(a)).append("<br>"));
      out.append("</td></tr></table><h2>").append(p.title()).append("</h2><table class=\"who\">");
      List<ReportContent.Field> f = p.fields();
      for (int i = 0; i < f.size(); i += 2) {
        out.append("<tr>").append(pair(f.get(i)));
        out.append(i + 1 < f.size() ? pair(f.get(i + 1)) : "").append("</tr>");
      }
      return out.append("</table>").toString();
    }

    private String pair(ReportContent.Field f) {
      return "<td class=\"l\">"
          + HtmlFragments.text(f.label())
          + ":</td><td>"
          + HtmlFragments.text(f.text())
          + "</td>";
    }
  },
  /** Three boxes side by side: patient, specimen, client. */
  BOXES {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<h1>" + lab(p) + "</h1><div class=\"boxes\">");
      String[] heads = {"Patient Information", "Specimen Information", "Client Information"};
      int third = (p.fields().size() + 2) / 3;
      for (int b = 0; b < 3; b++) {
        out.append("<div class=\"box\"><b>").append(heads[b]).append("</b><br>");
        for (int i = b * third; i < Math.min(p.fields().size(), (b + 1) * third); i++) {
          out.append(line(p.fields().get(i))).append("<br>");
        }
        out.append("</div>");
      }
      return out.append("</div>").toString();
    }
  },
  /** Running text without a table. */
  LINES {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<h1>" + lab(p) + "</h1><p>");
      out.append(HtmlFragments.text(String.join(" · ", p.address())))
          .append("</p><p class=\"run\">");
      p.fields().forEach(f -> out.append("<span>").append(line(f)).append("</span> "));
      return out.append("</p>").toString();
    }
  },
  /** Centered name above two columns. */
  CENTRE {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<div style=\"text-align:center\"><h1>" + lab(p));
      out.append("</h1>").append(HtmlFragments.text(String.join(", ", p.address())));
      out.append("<h2>").append(p.title()).append("</h2></div><hr><div class=\"two\">");
      p.fields().forEach(f -> out.append("<div>").append(line(f)).append("</div>"));
      return out.append("</div><hr>").toString();
    }
  },
  /** Small label above each text. */
  ABOVE {
    @Override
    public String of(ReportContent p) {
      StringBuilder out =
          new StringBuilder("<div class=\"bar\">" + lab(p) + "</div><div class=\"grid\">");
      for (ReportContent.Field f : p.fields()) {
        out.append("<div><small>").append(HtmlFragments.text(f.label())).append("</small><br>");
        out.append(HtmlFragments.text(f.text())).append("</div>");
      }
      return out.append("</div>").toString();
    }
  },
  /** Laboratory on the right, the patient as an address on the left. */
  LETTER {
    @Override
    public String of(ReportContent p) {
      StringBuilder out = new StringBuilder("<table class=\"top\"><tr><td>");
      p.fields().forEach(f -> out.append(line(f)).append("<br>"));
      out.append("</td><td style=\"text-align:right\"><h1>").append(lab(p)).append("</h1>");
      p.address().forEach(a -> out.append(HtmlFragments.text(a)).append("<br>"));
      return out.append("</td></tr></table><h2>" + p.title() + "</h2>").toString();
    }
  };

  static String line(ReportContent.Field f) {
    return "<i>" + HtmlFragments.text(f.label()) + ":</i> " + HtmlFragments.text(f.text());
  }

  static String lab(ReportContent p) {
    return p.look().printedFields.contains(TextStyle.HeaderField.LAB)
        ? HtmlFragments.text(p.lab())
        : "";
  }

  static final String CSS =
      """
      h1 { font-size: 19px; margin: 0 0 4px } h2 { font-size: 13px; margin: 6px 0 } i { font-style: normal; color: #333 }
      .who td.l { color: #333; width: 16% } .boxes { display: flex; gap: 8px } .box { border: 1px solid #444; flex: 1; padding: 5px }
      .run span { margin-right: 22px; display: inline-block } .two { columns: 2 } .grid { display: grid; grid-template-columns: repeat(5, 1fr); gap: 7px; margin: 8px 0 }
      .grid small { color: #555; font-size: 8px } .bar { background: #163d5c; color: #fff; font-size: 19px; padding: 8px }
      .tail { margin-top: 14px; font-size: 9px; color: #222 } .tail p { margin: 3px 0 }
      """;
}
