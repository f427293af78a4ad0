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
 * Layouts that a browser prints and that no table shows, or not as others do. The second argument
 * says which are kept from tuning.
 */
final class OddPages {
  private static final boolean TUNE = false;
  private static final boolean HELD = true;
  private static final String LETTER = "@page { size: letter; margin: 12mm }";
  private static final String RULES =
      ".r td { border-bottom: 1px solid #bbb } .r th { border-bottom: 2px solid #333 }";
  private static final String GRID = ".r td, .r th { border: 1px solid #666 }";
  private static final String ZEBRA =
      ".r tr:nth-child(even) td { background: #eef2f6 } .r th { background: #274b6d; color: #fff }";

  private final List<Layout> all = new ArrayList<>();

  private OddPages() {}

  static List<Layout> all() {
    OddPages layouts = new OddPages();
    layouts.odd();
    return List.copyOf(layouts.all);
  }

  private void add(String id, boolean held, Look look, Layout.Drawer.ByBrowser drawer) {
    all.add(new Layout(id, held, look, drawer));
  }

  private void odd() {
    add(
        "range-first",
        TUNE,
        Look.us().of("BMP", "LIPID", "TUM").labels(0).flags(Flags.LETTERS).names(Names.SPLIT),
        new HtmlTable(
            HtmlHead.TABLE,
            ROW,
            GRID,
            Col.RANGE,
            "Reference Range",
            Col.UNITS,
            "Units",
            Col.NAME,
            "Test Name",
            Col.VALUE,
            "Result",
            Col.FLAG,
            "Flag"));
    add(
        "range-beneath",
        HELD,
        Look.us().of("CBC", "CMP").labels(2).ranges(Ranges.SPACED, Limits.WORDS).flags(Flags.WORDS),
        new HtmlTable(
            HtmlHead.ABOVE,
            BARE,
            RULES + ".sec { columns: 2 }",
            Col.NAME,
            "",
            Col.VALUE_RANGE,
            "",
            Col.UNITS,
            "",
            Col.FLAG,
            ""));
    add(
        "narrative",
        TUNE,
        Look.us().of("BMP", "THY", "VIT").labels(1).dates("MMMM d, yyyy", ""),
        HtmlSpecial.lines(HtmlHead.LETTER, ".kv { margin: 3px 0 }", HtmlSpecial::colon));
    add(
        "narrative-equals",
        HELD,
        Look.us().of("LFT", "RFT", "COAG").labels(4).dates("dd-MMM-yyyy", ""),
        HtmlSpecial.lines(
            HtmlHead.LINES, ".kv { margin: 3px 0; white-space: pre }", HtmlSpecial::sentence));
    add(
        "typed",
        TUNE,
        Look.us()
            .of("CBC", "BMP", "UA")
            .labels(3)
            .upper()
            .names(Names.UPPER_COMMA)
            .flags(Flags.LETTERS)
            .most(45),
        HtmlSpecial.typed("pre { font: 10px 'DejaVu Sans Mono', monospace }", true));
    add(
        "typed-hospital",
        HELD,
        Look.us()
            .of("CMP", "HEMO", "COAG", "SERO")
            .labels(3)
            .flags(Flags.DOUBLE)
            .names(Names.UPPER_COMMA)
            .most(50),
        HtmlSpecial.typed(
            LETTER + "pre { font: 9.5px 'DejaVu Sans Mono', monospace; letter-spacing: 0 }",
            false));
    add(
        "bars",
        HELD,
        Look.us()
            .of("LIPID", "LIPX", "DIAB", "HORM")
            .labels(1)
            .dates("MM/dd/yy", "")
            .flags(Flags.WORDS),
        new HtmlTable(
            HtmlHead.BOXES,
            OWN,
            ZEBRA,
            Col.NAME,
            "Biomarker",
            Col.VALUE_UNITS,
            "Your Value",
            Col.BAR,
            "",
            Col.RANGE,
            "Optimal Range",
            Col.FLAG,
            "Status"));
    add(
        "serology",
        TUNE,
        Look.us().of("SERO", "IMM", "BB", "STOOL").labels(2).flags(Flags.WORDS).pending(),
        new HtmlTable(
            HtmlHead.CENTRE,
            OWN,
            RULES,
            Col.NAME,
            "TEST",
            Col.VALUE,
            "RESULT",
            Col.UNITS,
            "UNITS",
            Col.RANGE,
            "REFERENCE",
            Col.FLAG,
            "FLAG"));
    add(
        "serology-uk",
        HELD,
        Look.elsewhere()
            .of("SERO", "STOOL", "ACR", "SFLC")
            .labels(5)
            .flags(Flags.NONE)
            .specimenLines(),
        new HtmlTable(
            HtmlHead.LETTER,
            INDENT,
            RULES,
            Col.NAME,
            "Test requested",
            Col.VALUE_UNITS,
            "Outcome",
            Col.RANGE,
            "Expected"));
  }
}
