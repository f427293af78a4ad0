package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.HtmlTable.Headings.BARE;
import static io.tributary.tools.corpus.HtmlTable.Headings.INDENT;
import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.PageStyles.BOLD;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.LETTER;
import static io.tributary.tools.corpus.PageStyles.RULES;
import static io.tributary.tools.corpus.PageStyles.ZEBRA;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import java.util.List;

/** American layouts that a browser prints. */
final class AmericanPages {
  private AmericanPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "us-national",
            TextStyle.us().of("CBC", "CMP", "LIPID", "THY").variant(0).notes(),
            new HtmlTable(
                HtmlHead.TABLE,
                ROW,
                LETTER + RULES + BOLD,
                CorpusColumn.NAME,
                "TESTS",
                CorpusColumn.VALUE,
                "RESULT",
                CorpusColumn.FLAG,
                "FLAG",
                CorpusColumn.UNITS,
                "UNITS",
                CorpusColumn.RANGE,
                "REFERENCE INTERVAL",
                CorpusColumn.SITE,
                "LAB")),
        Layout.tune(
            "us-in-out",
            TextStyle.us()
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
                CorpusColumn.NAME,
                "Test Name",
                CorpusColumn.IN,
                "In Range",
                CorpusColumn.OUT,
                "Out Of Range",
                CorpusColumn.RANGE_UNITS,
                "Reference Range",
                CorpusColumn.SITE,
                "Lab")),
        Layout.tune(
            "us-portal-cards",
            TextStyle.us()
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
            TextStyle.us()
                .of("CMP", "CBC", "UA")
                .flags(Flags.ROUND)
                .labels(1)
                .ranges(Ranges.SPACED, Limits.SIGN_GAP)
                .names(Names.UPPER_COMMA),
            new HtmlTable(
                HtmlHead.CENTRE,
                OWN,
                LETTER + GRID,
                CorpusColumn.NAME,
                "Component",
                CorpusColumn.VALUE_FLAG,
                "Value",
                CorpusColumn.RANGE,
                "Ref Range",
                CorpusColumn.UNITS,
                "Units")),
        Layout.tune(
            "us-loinc",
            TextStyle.us().of("CMP", "LIPID", "VIT").labels(4).flags(Flags.STAR_LETTER),
            new HtmlTable(
                HtmlHead.LINES,
                ROW,
                ZEBRA,
                CorpusColumn.LOINC,
                "LOINC",
                CorpusColumn.NAME,
                "Test Name",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.FLAG,
                "Abnormal",
                CorpusColumn.RANGE,
                "Normal Range")),
        Layout.tune(
            "us-category",
            TextStyle.us()
                .of("LIPID", "DIAB", "VIT", "LIPX")
                .categories()
                .labels(2)
                .flags(Flags.NONE),
            new HtmlTable(
                HtmlHead.TABLE,
                OWN,
                RULES + BOLD,
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.VALUE,
                "Your Result",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.RANGE,
                "Reference Values")),
        Layout.tune(
            "us-previous",
            TextStyle.us().of("CMP", "CBC").previous(2).labels(1).flags(Flags.DOUBLE),
            new HtmlTable(
                HtmlHead.BOXES,
                ROW,
                LETTER + RULES,
                CorpusColumn.NAME,
                "Analyte",
                CorpusColumn.VALUE,
                "Current Result",
                CorpusColumn.FLAG,
                "Flag",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Reference Range",
                CorpusColumn.PREVIOUS,
                "Previous {}",
                CorpusColumn.PREVIOUS_2,
                "{}")),
        Layout.tune(
            "us-two-columns",
            TextStyle.us().of("CBC", "CMP", "LFT").labels(3).most(46),
            new HtmlTable(
                HtmlHead.TABLE,
                OWN,
                LETTER
                    + RULES
                    + ".res { columns: 2; column-gap: 22px } body { font-size: 9px } .sec {"
                    + " break-inside: auto }",
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.VALUE_FLAG,
                "Result",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Range")),
        Layout.tune(
            "us-urine-blood",
            TextStyle.us()
                .of("UA", "CBC", "BMP", "ACR")
                .labels(1)
                .specimenLines()
                .flags(Flags.ABNORMAL),
            new HtmlTable(
                HtmlHead.LETTER,
                OWN,
                ZEBRA,
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "Abn",
                CorpusColumn.RANGE,
                "Reference Range",
                CorpusColumn.UNITS,
                "Units")),
        Layout.tune(
            "us-landscape",
            TextStyle.us().of("HORM", "THY", "IMM").labels(0).previous(1).method(),
            new HtmlTable(
                HtmlHead.LINES,
                ROW,
                "@page { size: letter landscape } " + GRID,
                CorpusColumn.CODE,
                "Code",
                CorpusColumn.NAME,
                "Procedure",
                CorpusColumn.VALUE,
                "Observed",
                CorpusColumn.FLAG,
                "Status",
                CorpusColumn.UNITS,
                "UOM",
                CorpusColumn.RANGE,
                "Expected Range",
                CorpusColumn.PREVIOUS,
                "Last ({})",
                CorpusColumn.METHOD,
                "Method")),
        Layout.tune(
            "us-units-under",
            TextStyle.us().of("LIPID", "CMP", "COAG").labels(5).ranges(Ranges.ROUND, Limits.SIGN),
            new HtmlTable(
                HtmlHead.ABOVE,
                BARE,
                RULES,
                CorpusColumn.NAME_UNITS,
                "",
                CorpusColumn.VALUE,
                "",
                CorpusColumn.FLAG,
                "",
                CorpusColumn.RANGE,
                "")),
        Layout.tune(
            "us-both-sexes",
            TextStyle.us().of("HORM", "IRON", "CARD").bothSexes().variant(0).labels(2),
            new HtmlTable(
                HtmlHead.CENTRE,
                ROW,
                GRID,
                CorpusColumn.NAME,
                "Test Name",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "Flag",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Reference Range")));
  }
}
