package io.tributary.bench.report;

import static io.tributary.bench.report.HtmlTable.Headings.BARE;
import static io.tributary.bench.report.HtmlTable.Headings.INDENT;
import static io.tributary.bench.report.HtmlTable.Headings.OWN;
import static io.tributary.bench.report.HtmlTable.Headings.ROW;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.ArrayList;
import java.util.List;

/**
 * Layouts of Britain, India, Australia, Canada and the continent that a browser prints. The second
 * argument says which are kept from tuning.
 */
final class ForeignPages {
  private static final boolean TUNE = false;
  private static final boolean HELD = true;
  private static final String LETTER = "@page { size: letter; margin: 12mm }";
  private static final String RULES =
      ".r td { border-bottom: 1px solid #bbb } .r th { border-bottom: 2px solid #333 }";
  private static final String GRID = ".r td, .r th { border: 1px solid #666 }";
  private static final String ZEBRA =
      ".r tr:nth-child(even) td { background: #eef2f6 } .r th { background: #274b6d; color: #fff }";
  private static final String BOLD = ".abn .c-value, .abn .c-value_flag { font-weight: bold }";

  private final List<Layout> all = new ArrayList<>();

  private ForeignPages() {}

  static List<Layout> all() {
    ForeignPages layouts = new ForeignPages();
    layouts.elsewhere();
    return List.copyOf(layouts.all);
  }

  private void add(String id, boolean held, Look look, Layout.Drawer.ByBrowser drawer) {
    all.add(new Layout(id, held, look, drawer));
  }

  private void elsewhere() {
    add(
        "in-chain",
        TUNE,
        Look.elsewhere()
            .of("CBC", "LFT", "RFT", "THY")
            .variant(0)
            .labels(4)
            .method()
            .names(Names.TITLE_FIRST_LAST)
            .dates("dd/MM/yyyy", " hh:mm a")
            .ranges(Ranges.SPACED, Limits.SIGN_GAP)
            .flags(Flags.NONE),
        new HtmlTable(
            HtmlHead.CENTRE,
            INDENT,
            RULES + BOLD,
            Col.NAME_METHOD,
            "Test Description",
            Col.VALUE,
            "Result",
            Col.UNITS,
            "Unit",
            Col.RANGE,
            "Biological Ref. Interval"));
    add(
        "in-clinic",
        HELD,
        Look.elsewhere()
            .of("HEMO", "DIAB", "LIPID", "UA")
            .variant(1)
            .labels(2)
            .bothSexes()
            .names(Names.TITLE_FIRST_LAST)
            .dates("dd-MMM-yyyy", " HH:mm")
            .flags(Flags.LETTERS),
        new HtmlTable(
            HtmlHead.TABLE,
            OWN,
            GRID,
            Col.NAME,
            "INVESTIGATION",
            Col.VALUE_FLAG,
            "OBSERVED VALUE",
            Col.UNITS,
            "UNIT",
            Col.RANGE,
            "NORMAL VALUE"));
    add(
        "uk-trust",
        TUNE,
        Look.elsewhere()
            .of("BMP", "LFT", "BONE", "HEMO")
            .variant(0)
            .labels(5)
            .flags(Flags.STAR)
            .dates("dd/MM/yyyy", " HH:mm")
            .names(Names.UPPER_COMMA)
            .ranges(Ranges.SPACED, Limits.SIGN),
        new HtmlTable(
            HtmlHead.ABOVE,
            ROW,
            RULES,
            Col.FLAG,
            "",
            Col.NAME,
            "Investigation",
            Col.VALUE,
            "Result",
            Col.UNITS,
            "Units",
            Col.RANGE,
            "Reference range"));
    add(
        "uk-gp",
        HELD,
        Look.elsewhere()
            .of("HEMO", "BMP", "THY", "INFL")
            .variant(1)
            .labels(5)
            .flags(Flags.WORDS)
            .dates("dd MMM yyyy", "")
            .names(Names.LAST_COMMA_FIRST)
            .ranges(Ranges.SQUARE, Limits.AT_MOST),
        new HtmlTable(
            HtmlHead.LETTER,
            OWN,
            "",
            Col.NAME,
            "Test",
            Col.VALUE_UNITS,
            "Result",
            Col.RANGE,
            "Range",
            Col.FLAG,
            "Comment"));
    add(
        "au-cumulative",
        TUNE,
        Look.elsewhere()
            .of("BMP", "LFT", "LIPID")
            .variant(0)
            .labels(2)
            .previous(2)
            .dates("dd/MM/yy", "")
            .flags(Flags.LETTERS)
            .ranges(Ranges.ROUND, Limits.SIGN),
        new HtmlTable(
            HtmlHead.TABLE,
            OWN,
            GRID,
            Col.NAME,
            "Test",
            Col.PREVIOUS_2,
            "{}",
            Col.PREVIOUS,
            "{}",
            Col.VALUE_FLAG,
            "Latest",
            Col.UNITS,
            "Units",
            Col.RANGE,
            "Reference"));
    add(
        "au-pathology",
        HELD,
        Look.elsewhere()
            .of("CBC", "IRON", "VIT")
            .variant(2)
            .labels(5)
            .dates("dd/MM/yyyy", "")
            .flags(Flags.LETTERS)
            .names(Names.UPPER_COMMA)
            .ranges(Ranges.ROUND, Limits.SIGN)
            .notes(),
        new HtmlTable(
            HtmlHead.LETTER,
            BARE,
            "body { font-family: 'DejaVu Sans Mono', monospace; font-size: 9.5px }",
            Col.NAME,
            "",
            Col.FLAG_VALUE,
            "",
            Col.UNITS,
            "",
            Col.RANGE,
            ""));
    add(
        "ca-provincial",
        TUNE,
        Look.elsewhere()
            .of("CBC", "LIPID", "DIAB", "RFT")
            .variant(2)
            .labels(1)
            .dates("yyyy-MM-dd", " HH:mm")
            .flags(Flags.ABNORMAL)
            .names(Names.LAST_COMMA_FIRST)
            .ranges(Ranges.TO, Limits.SIGN),
        new HtmlTable(
            HtmlHead.BOXES,
            ROW,
            LETTER + ZEBRA,
            Col.NAME,
            "Test",
            Col.FLAG,
            "Flag",
            Col.VALUE,
            "Result",
            Col.RANGE,
            "Reference Range",
            Col.UNITS,
            "Units"));
    add(
        "eu-comma",
        TUNE,
        Look.elsewhere()
            .of("HEMO", "RFT", "LFT", "LIPID")
            .comma()
            .labels(2)
            .dates("dd.MM.yyyy", "")
            .flags(Flags.LETTERS)
            .ranges(Ranges.SPACED, Limits.SIGN_GAP)
            .previous(1),
        new HtmlTable(
            HtmlHead.TABLE,
            INDENT,
            RULES,
            Col.NAME,
            "Analysis",
            Col.VALUE,
            "Result",
            Col.FLAG,
            "",
            Col.UNITS,
            "Unit",
            Col.RANGE,
            "Reference range",
            Col.PREVIOUS,
            "Previous result"));
    add(
        "eu-clinic",
        HELD,
        Look.elsewhere()
            .of("COAG", "HEMO", "CARD", "TUM")
            .comma()
            .labels(1)
            .dates("dd.MM.yyyy", " HH:mm")
            .flags(Flags.ARROWS)
            .ranges(Ranges.EN_DASH, Limits.SIGN_GAP),
        new HtmlTable(
            HtmlHead.LINES,
            OWN,
            ZEBRA,
            Col.NAME,
            "Parameter",
            Col.RANGE,
            "Normal range",
            Col.UNITS,
            "Unit",
            Col.VALUE,
            "Value",
            Col.FLAG,
            "Evaluation"));
  }
}
