package io.tributary.bench.report;

import static io.tributary.bench.report.HtmlTable.Headings.BARE;
import static io.tributary.bench.report.HtmlTable.Headings.INDENT;
import static io.tributary.bench.report.HtmlTable.Headings.OWN;
import static io.tributary.bench.report.HtmlTable.Headings.ROW;
import static io.tributary.bench.report.PageStyles.GRID;
import static io.tributary.bench.report.PageStyles.LETTER;
import static io.tributary.bench.report.PageStyles.RULES;
import static io.tributary.bench.report.PageStyles.ZEBRA;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.List;

/** Layouts that a browser prints and that no table shows, or not as others do. */
final class OddPages {
  private OddPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "range-first",
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
                "Flag")),
        Layout.tune(
            "range-beneath",
            Look.us()
                .of("CBC", "CMP")
                .labels(2)
                .ranges(Ranges.SPACED, Limits.WORDS)
                .flags(Flags.WORDS),
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
                "")),
        Layout.tune(
            "narrative",
            Look.us().of("BMP", "THY", "VIT").labels(1).dates("MMMM d, yyyy", ""),
            HtmlSpecial.lines(HtmlHead.LETTER, ".kv { margin: 3px 0 }", HtmlSpecial::colon)),
        Layout.tune(
            "narrative-equals",
            Look.us().of("LFT", "RFT", "COAG").labels(4).dates("dd-MMM-yyyy", ""),
            HtmlSpecial.lines(
                HtmlHead.LINES, ".kv { margin: 3px 0; white-space: pre }", HtmlSpecial::sentence)),
        Layout.tune(
            "typed",
            Look.us()
                .of("CBC", "BMP", "UA")
                .labels(3)
                .upper()
                .names(Names.UPPER_COMMA)
                .flags(Flags.LETTERS)
                .most(45),
            HtmlSpecial.typed("pre { font: 10px 'DejaVu Sans Mono', monospace }", true)),
        Layout.tune(
            "typed-hospital",
            Look.us()
                .of("CMP", "HEMO", "COAG", "SERO")
                .labels(3)
                .flags(Flags.DOUBLE)
                .names(Names.UPPER_COMMA)
                .most(50),
            HtmlSpecial.typed(
                LETTER + "pre { font: 9.5px 'DejaVu Sans Mono', monospace; letter-spacing: 0 }",
                false)),
        Layout.tune(
            "bars",
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
                "Status")),
        Layout.tune(
            "serology",
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
                "FLAG")),
        Layout.tune(
            "serology-uk",
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
                "Expected")));
  }
}
