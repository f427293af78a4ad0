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

/** Layouts that a browser prints. The second argument says which are kept from tuning. */
final class HtmlLayouts {
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

  private HtmlLayouts() {}

  static List<Layout> all() {
    HtmlLayouts layouts = new HtmlLayouts();
    layouts.american();
    layouts.elsewhere();
    layouts.odd();
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
