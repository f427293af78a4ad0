package io.tributary.tools.corpus;

import java.util.Locale;
import java.util.function.Function;

/** Layouts without tables: cards, running text, monospaced text. */
final class HtmlSpecial {
  private HtmlSpecial() {}

  /** Renders a card per test: name, value, a graphic of the range, and the range below. */
  static Layout.Drawer.HtmlDrawer cards(HtmlLetterhead head, String css) {
    return p -> {
      StringBuilder out = new StringBuilder(head.of(p));
      for (ReportContent.Section s : p.sections()) {
        out.append("<h3>")
            .append(HtmlFragments.text(s.heading()))
            .append("</h3><div class=\"cards\">");
        for (ReportContent.Line l : s.lines()) {
          out.append("<div class=\"card keep\"><div class=\"nm\">")
              .append(HtmlFragments.text(l.name()));
          out.append("</div><div class=\"big\">")
              .append(HtmlFragments.text(l.value()))
              .append(" <small>");
          out.append(HtmlFragments.text(l.units()))
              .append("</small> <b>")
              .append(HtmlFragments.text(l.flag()));
          out.append("</b></div>").append(HtmlTable.bar(l));
          if (!l.range().isEmpty()) {
            out.append("<div class=\"rg\">Reference range: ")
                .append(HtmlFragments.text(l.rangeText()));
            out.append("</div>");
          }
          out.append("</div>");
        }
        out.append("</div>");
      }
      return HtmlFragments.page(HtmlHead.CSS + css, out.append(HtmlFragments.tail(p)).toString());
    };
  }

  /** Renders one line per test, as the {@code line} function formats it. */
  static Layout.Drawer.HtmlDrawer lines(
      HtmlLetterhead head, String css, Function<ReportContent.Line, String> line) {
    return p -> {
      StringBuilder out = new StringBuilder(head.of(p));
      for (ReportContent.Section s : p.sections()) {
        out.append("<h3>").append(HtmlFragments.text(s.heading())).append("</h3>");
        for (ReportContent.Line l : s.lines()) {
          out.append("<div class=\"kv\">")
              .append(HtmlFragments.text(line.apply(l)))
              .append("</div>");
        }
      }
      return HtmlFragments.page(HtmlHead.CSS + css, out.append(HtmlFragments.tail(p)).toString());
    };
  }

  static String colon(ReportContent.Line l) {
    return l.name()
        + ": "
        + l.value()
        + gap(l.units())
        + gap(l.flag())
        + (l.range().isEmpty() ? "" : " (Ref: " + l.rangeText() + ")");
  }

  static String sentence(ReportContent.Line l) {
    return l.name()
        + " = "
        + l.value()
        + gap(l.units())
        + (l.range().isEmpty() ? "" : "   [Normal: " + l.rangeText() + "]")
        + (l.flag().isEmpty() ? "" : "   " + l.flag());
  }

  /** Renders several lines per test: its name, the value, and the range with a label. */
  static Layout.Drawer.HtmlDrawer blocks(HtmlLetterhead head, String before, boolean unitsTwice) {
    return p -> {
      StringBuilder out = new StringBuilder(head.of(p));
      for (ReportContent.Section s : p.sections()) {
        out.append("<h2>").append(HtmlFragments.text(s.heading())).append("</h2>");
        for (ReportContent.Line l : s.lines()) {
          out.append("<div class=\"keep\" style=\"margin: 0 0 9px\"><b>")
              .append(HtmlFragments.text(l.name()));
          out.append("</b><br>");
          if (!l.range().isEmpty()) {
            out.append(
                HtmlFragments.text(before + l.rangeText() + (unitsTwice ? gap(l.units()) : "")));
            out.append("<br>");
          }
          out.append("Value: ")
              .append(HtmlFragments.text(l.value() + gap(l.units()) + gap(l.flag())));
          out.append("</div>");
        }
      }
      return HtmlFragments.page(
          HtmlHead.CSS + "body { columns: 2 } h2 { break-after: avoid }",
          out.append(HtmlFragments.tail(p)).toString());
    };
  }

  private static String gap(String text) {
    return text.isEmpty() ? "" : " " + text;
  }

  /** Renders monospaced text with columns aligned by spaces, as old printers did. */
  static Layout.Drawer.HtmlDrawer typed(String css, boolean flagFirst) {
    return p -> {
      StringBuilder out = new StringBuilder("<pre>");
      out.append(HtmlHead.lab(p)).append("\n");
      p.address().forEach(a -> out.append(HtmlFragments.text(a)).append("\n"));
      out.append("-".repeat(86)).append("\n");
      for (int i = 0; i < p.fields().size(); i++) {
        ReportContent.Field f = p.fields().get(i);
        String text = HtmlFragments.text(f.label().toUpperCase(Locale.ROOT) + ": " + f.text());
        out.append(i % 2 == 0 ? pad(text, 44) : text + "\n");
      }
      out.append("\n").append("=".repeat(86)).append("\n");
      out.append(pad("TEST", 32)).append(pad("RESULT", 12)).append(pad("FLAG", 7));
      out.append(pad("REFERENCE RANGE", 20)).append("UNITS\n").append("=".repeat(86)).append("\n");
      for (ReportContent.Section s : p.sections()) {
        out.append("\n").append(HtmlFragments.text(s.heading())).append("\n");
        s.lines()
            .forEach(l -> out.append(HtmlFragments.text(typedLine(l, flagFirst))).append("\n"));
      }
      out.append("\n");
      p.tail().forEach(t -> out.append(HtmlFragments.text(t)).append("\n"));
      return HtmlFragments.page(css, out.append("\n*** END OF REPORT ***</pre>").toString());
    };
  }

  private static String typedLine(ReportContent.Line l, boolean set) {
    return pad((set ? "  " : "") + l.name(), 32)
        + pad(l.value(), 12)
        + pad(l.flag(), 7)
        + pad(l.rangeText(), 20)
        + l.units();
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
  }
}
