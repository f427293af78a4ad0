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

/** American layouts that a browser prints. The second argument says which are kept from tuning. */
final class AmericanPages {
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

  private AmericanPages() {}

  static List<Layout> all() {
    AmericanPages layouts = new AmericanPages();
    layouts.american();
    return List.copyOf(layouts.all);
  }

  private void add(String id, boolean held, Look look, Layout.Drawer.ByBrowser drawer) {
    all.add(new Layout(id, held, look, drawer));
  }

  private void american() {
    add(
        "us-national",
        TUNE,
        Look.us().of("CBC", "CMP", "LIPID", "THY").variant(0).notes(),
        new HtmlTable(
            HtmlHead.TABLE,
            ROW,
            LETTER + RULES + BOLD,
            Col.NAME,
            "TESTS",
            Col.VALUE,
            "RESULT",
            Col.FLAG,
            "FLAG",
            Col.UNITS,
            "UNITS",
            Col.RANGE,
            "REFERENCE INTERVAL",
            Col.SITE,
            "LAB"));
    add(
        "us-in-out",
        TUNE,
        Look.us()
            .of("LIPID", "CMP", "CBC")
            .variant(1)
            .upper()
            .labels(3)
            .ranges(Ranges.PLAIN, Limits.OR_EQUAL)
            .dates("MM/dd/yyyy", " h:mm a"),
        new HtmlTable(
            HtmlHead.BOXES,
            INDENT,
            LETTER,
            Col.NAME,
            "Test Name",
            Col.IN,
            "In Range",
            Col.OUT,
            "Out Of Range",
            Col.RANGE_UNITS,
            "Reference Range",
            Col.SITE,
            "Lab"));
    add(
        "us-portal-cards",
        TUNE,
        Look.us()
            .of("BMP", "THY", "IRON")
            .flags(Flags.WORDS)
            .labels(1)
            .dates("MMM d, yyyy", " h:mm a")
            .ranges(Ranges.SPACED, Limits.SIGN),
        HtmlSpecial.cards(
            HtmlHead.ABOVE,
            ".cards { display: grid; grid-template-columns: 1fr 1fr; gap: 8px } .card { border: 1px"
                + " solid #ccc; padding: 6px } .nm { font-weight: bold } .big { font-size: 16px }"
                + " .rg { color: #555 }"));
    add(
        "us-hospital",
        HELD,
        Look.us()
            .of("CMP", "CBC", "UA")
            .flags(Flags.ROUND)
            .labels(1)
            .ranges(Ranges.SPACED, Limits.SIGN_GAP)
            .names(Names.UPPER_COMMA),
        new HtmlTable(
            HtmlHead.CENTRE,
            OWN,
            LETTER + GRID,
            Col.NAME,
            "Component",
            Col.VALUE_FLAG,
            "Value",
            Col.RANGE,
            "Ref Range",
            Col.UNITS,
            "Units"));
    add(
        "us-loinc",
        HELD,
        Look.us().of("CMP", "LIPID", "VIT").labels(4).flags(Flags.STAR_LETTER),
        new HtmlTable(
            HtmlHead.LINES,
            ROW,
            ZEBRA,
            Col.LOINC,
            "LOINC",
            Col.NAME,
            "Test Name",
            Col.VALUE,
            "Result",
            Col.UNITS,
            "Units",
            Col.FLAG,
            "Abnormal",
            Col.RANGE,
            "Normal Range"));
    add(
        "us-category",
        TUNE,
        Look.us().of("LIPID", "DIAB", "VIT", "LIPX").categories().labels(2).flags(Flags.NONE),
        new HtmlTable(
            HtmlHead.TABLE,
            OWN,
            RULES + BOLD,
            Col.NAME,
            "Test",
            Col.VALUE,
            "Your Result",
            Col.UNITS,
            "Unit",
            Col.RANGE,
            "Reference Values"));
    add(
        "us-previous",
        HELD,
        Look.us().of("CMP", "CBC").previous(2).labels(1).flags(Flags.DOUBLE),
        new HtmlTable(
            HtmlHead.BOXES,
            ROW,
            LETTER + RULES,
            Col.NAME,
            "Analyte",
            Col.VALUE,
            "Current Result",
            Col.FLAG,
            "Flag",
            Col.UNITS,
            "Units",
            Col.RANGE,
            "Reference Range",
            Col.PREVIOUS,
            "Previous {}",
            Col.PREVIOUS_2,
            "{}"));
    add(
        "us-two-columns",
        TUNE,
        Look.us().of("CBC", "CMP", "LFT").labels(3).most(46),
        new HtmlTable(
            HtmlHead.TABLE,
            OWN,
            LETTER
                + RULES
                + ".res { columns: 2; column-gap: 22px } body { font-size: 9px } .sec {"
                + " break-inside: auto }",
            Col.NAME,
            "Test",
            Col.VALUE_FLAG,
            "Result",
            Col.UNITS,
            "Units",
            Col.RANGE,
            "Range"));
    add(
        "us-urine-blood",
        TUNE,
        Look.us().of("UA", "CBC", "BMP", "ACR").labels(1).specimenLines().flags(Flags.ABNORMAL),
        new HtmlTable(
            HtmlHead.LETTER,
            OWN,
            ZEBRA,
            Col.NAME,
            "Test",
            Col.VALUE,
            "Result",
            Col.FLAG,
            "Abn",
            Col.RANGE,
            "Reference Range",
            Col.UNITS,
            "Units"));
    add(
        "us-landscape",
        HELD,
        Look.us().of("HORM", "THY", "IMM").labels(0).previous(1).method(),
        new HtmlTable(
            HtmlHead.LINES,
            ROW,
            "@page { size: letter landscape } " + GRID,
            Col.CODE,
            "Code",
            Col.NAME,
            "Procedure",
            Col.VALUE,
            "Observed",
            Col.FLAG,
            "Status",
            Col.UNITS,
            "UOM",
            Col.RANGE,
            "Expected Range",
            Col.PREVIOUS,
            "Last ({})",
            Col.METHOD,
            "Method"));
    add(
        "us-units-under",
        HELD,
        Look.us().of("LIPID", "CMP", "COAG").labels(5).ranges(Ranges.ROUND, Limits.SIGN),
        new HtmlTable(
            HtmlHead.ABOVE,
            BARE,
            RULES,
            Col.NAME_UNITS,
            "",
            Col.VALUE,
            "",
            Col.FLAG,
            "",
            Col.RANGE,
            ""));
    add(
        "us-both-sexes",
        TUNE,
        Look.us().of("HORM", "IRON", "CARD").bothSexes().variant(0).labels(2),
        new HtmlTable(
            HtmlHead.CENTRE,
            ROW,
            GRID,
            Col.NAME,
            "Test Name",
            Col.VALUE,
            "Result",
            Col.FLAG,
            "Flag",
            Col.UNITS,
            "Units",
            Col.RANGE,
            "Reference Range"));
  }
}
