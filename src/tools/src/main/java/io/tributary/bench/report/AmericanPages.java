package io.tributary.bench.report;

import static io.tributary.bench.report.HtmlTable.Headings.BARE;
import static io.tributary.bench.report.HtmlTable.Headings.INDENT;
import static io.tributary.bench.report.HtmlTable.Headings.OWN;
import static io.tributary.bench.report.HtmlTable.Headings.ROW;
import static io.tributary.bench.report.PageStyles.BOLD;
import static io.tributary.bench.report.PageStyles.GRID;
import static io.tributary.bench.report.PageStyles.LETTER;
import static io.tributary.bench.report.PageStyles.RULES;
import static io.tributary.bench.report.PageStyles.ZEBRA;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.List;

/** American layouts that a browser prints. */
final class AmericanPages {
  private AmericanPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "us-national",
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
                "LAB")),
        Layout.tune(
            "us-in-out",
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
                "Lab")),
        Layout.tune(
            "us-portal-cards",
            Look.us()
                .of("BMP", "THY", "IRON")
                .flags(Flags.WORDS)
                .labels(1)
                .dates("MMM d, yyyy", " h:mm a")
                .ranges(Ranges.SPACED, Limits.SIGN),
            HtmlSpecial.cards(
                HtmlHead.ABOVE,
                ".cards { display: grid; grid-template-columns: 1fr 1fr; gap: 8px } .card { border:"
                    + " 1px solid #ccc; padding: 6px } .nm { font-weight: bold } .big { font-size:"
                    + " 16px } .rg { color: #555 }")),
        Layout.tune(
            "us-hospital",
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
                "Units")),
        Layout.tune(
            "us-loinc",
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
                "Normal Range")),
        Layout.tune(
            "us-category",
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
                "Reference Values")),
        Layout.tune(
            "us-previous",
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
                "{}")),
        Layout.tune(
            "us-two-columns",
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
                "Range")),
        Layout.tune(
            "us-urine-blood",
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
                "Units")),
        Layout.tune(
            "us-landscape",
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
                "Method")),
        Layout.tune(
            "us-units-under",
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
                "")),
        Layout.tune(
            "us-both-sexes",
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
                "Reference Range")));
  }
}
