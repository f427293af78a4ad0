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

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** American layouts rendered by a browser. */
final class AmericanPages {
  private AmericanPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.forTuning(
            "us-national",
            TextStyle.us().withPanels("CBC", "CMP", "LIPID", "THY").variant(0).notes(),
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
        Layout.forTuning(
            "us-in-out",
            TextStyle.us()
                .withPanels("LIPID", "CMP", "CBC")
                .variant(1)
                .upperCaseNames()
                .labels(3)
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.OR_EQUAL)
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
        Layout.forTuning(
            "us-portal-cards",
            TextStyle.us()
                .withPanels("BMP", "THY", "IRON")
                .flags(FlagFormat.WORDS)
                .labels(1)
                .dates("MMM d, yyyy", " h:mm a")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN),
            HtmlSpecial.cards(
                HtmlHead.ABOVE,
                ".cards { display: grid; grid-template-columns: 1fr 1fr; gap: 8px } .card { border:"
                    + " 1px solid #ccc; padding: 6px } .nm { font-weight: bold } .big { font-size:"
                    + " 16px } .rg { color: #555 }")),
        Layout.forTuning(
            "us-hospital",
            TextStyle.us()
                .withPanels("CMP", "CBC", "UA")
                .flags(FlagFormat.ROUND)
                .labels(1)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
                .names(PatientNameFormat.UPPER_COMMA),
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
        Layout.forTuning(
            "us-loinc",
            TextStyle.us()
                .withPanels("CMP", "LIPID", "VIT")
                .labels(4)
                .flags(FlagFormat.STAR_LETTER),
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
        Layout.forTuning(
            "us-category",
            TextStyle.us()
                .withPanels("LIPID", "DIAB", "VIT", "LIPX")
                .categories()
                .labels(2)
                .flags(FlagFormat.NONE),
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
        Layout.forTuning(
            "us-previous",
            TextStyle.us().withPanels("CMP", "CBC").previous(2).labels(1).flags(FlagFormat.DOUBLE),
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
        Layout.forTuning(
            "us-two-columns",
            TextStyle.us().withPanels("CBC", "CMP", "LFT").labels(3).maxRows(46),
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
        Layout.forTuning(
            "us-urine-blood",
            TextStyle.us()
                .withPanels("UA", "CBC", "BMP", "ACR")
                .labels(1)
                .specimenLines()
                .flags(FlagFormat.ABNORMAL),
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
        Layout.forTuning(
            "us-landscape",
            TextStyle.us().withPanels("HORM", "THY", "IMM").labels(0).previous(1).method(),
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
        Layout.forTuning(
            "us-units-under",
            TextStyle.us()
                .withPanels("LIPID", "CMP", "COAG")
                .labels(5)
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN),
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
        Layout.forTuning(
            "us-both-sexes",
            TextStyle.us().withPanels("HORM", "IRON", "CARD").bothSexes().variant(0).labels(2),
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
