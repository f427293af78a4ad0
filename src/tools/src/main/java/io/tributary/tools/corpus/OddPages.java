package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.HtmlTable.Headings.BARE;
import static io.tributary.tools.corpus.HtmlTable.Headings.INDENT;
import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.LETTER;
import static io.tributary.tools.corpus.PageStyles.RULES;
import static io.tributary.tools.corpus.PageStyles.ZEBRA;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** Browser layouts with unusual tables or without tables. */
final class OddPages {
  private OddPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.forTuning(
            "range-first",
            TextStyle.us()
                .withPanels("BMP", "LIPID", "TUM")
                .labels(0)
                .flags(FlagFormat.LETTERS)
                .names(PatientNameFormat.SPLIT),
            new HtmlTable(
                HtmlHead.TABLE,
                ROW,
                GRID,
                CorpusColumn.RANGE,
                "Reference Range",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.NAME,
                "Test Name",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "Flag")),
        Layout.forTuning(
            "range-beneath",
            TextStyle.us()
                .withPanels("CBC", "CMP")
                .labels(2)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.WORDS)
                .flags(FlagFormat.WORDS),
            new HtmlTable(
                HtmlHead.ABOVE,
                BARE,
                RULES + ".sec { columns: 2 }",
                CorpusColumn.NAME,
                "",
                CorpusColumn.VALUE_RANGE,
                "",
                CorpusColumn.UNITS,
                "",
                CorpusColumn.FLAG,
                "")),
        Layout.forTuning(
            "narrative",
            TextStyle.us().withPanels("BMP", "THY", "VIT").labels(1).dates("MMMM d, yyyy", ""),
            HtmlSpecial.lines(HtmlHead.LETTER, ".kv { margin: 3px 0 }", HtmlSpecial::colon)),
        Layout.forTuning(
            "narrative-equals",
            TextStyle.us().withPanels("LFT", "RFT", "COAG").labels(4).dates("dd-MMM-yyyy", ""),
            HtmlSpecial.lines(
                HtmlHead.LINES, ".kv { margin: 3px 0; white-space: pre }", HtmlSpecial::sentence)),
        Layout.forTuning(
            "typed",
            TextStyle.us()
                .withPanels("CBC", "BMP", "UA")
                .labels(3)
                .upperCaseNames()
                .names(PatientNameFormat.UPPER_COMMA)
                .flags(FlagFormat.LETTERS)
                .maxRows(45),
            HtmlSpecial.typed("pre { font: 10px 'DejaVu Sans Mono', monospace }", true)),
        Layout.forTuning(
            "typed-hospital",
            TextStyle.us()
                .withPanels("CMP", "HEMO", "COAG", "SERO")
                .labels(3)
                .flags(FlagFormat.DOUBLE)
                .names(PatientNameFormat.UPPER_COMMA)
                .maxRows(50),
            HtmlSpecial.typed(
                LETTER + "pre { font: 9.5px 'DejaVu Sans Mono', monospace; letter-spacing: 0 }",
                false)),
        Layout.forTuning(
            "bars",
            TextStyle.us()
                .withPanels("LIPID", "LIPX", "DIAB", "HORM")
                .labels(1)
                .dates("MM/dd/yy", "")
                .flags(FlagFormat.WORDS),
            new HtmlTable(
                HtmlHead.BOXES,
                OWN,
                ZEBRA,
                CorpusColumn.NAME,
                "Biomarker",
                CorpusColumn.VALUE_UNITS,
                "Your Value",
                CorpusColumn.BAR,
                "",
                CorpusColumn.RANGE,
                "Optimal Range",
                CorpusColumn.FLAG,
                "Status")),
        Layout.forTuning(
            "serology",
            TextStyle.us()
                .withPanels("SERO", "IMM", "BB", "STOOL")
                .labels(2)
                .flags(FlagFormat.WORDS)
                .pending(),
            new HtmlTable(
                HtmlHead.CENTRE,
                OWN,
                RULES,
                CorpusColumn.NAME,
                "TEST",
                CorpusColumn.VALUE,
                "RESULT",
                CorpusColumn.UNITS,
                "UNITS",
                CorpusColumn.RANGE,
                "REFERENCE",
                CorpusColumn.FLAG,
                "FLAG")),
        Layout.forTuning(
            "serology-uk",
            TextStyle.international()
                .withPanels("SERO", "STOOL", "ACR", "SFLC")
                .labels(5)
                .flags(FlagFormat.NONE)
                .specimenLines(),
            new HtmlTable(
                HtmlHead.LETTER,
                INDENT,
                RULES,
                CorpusColumn.NAME,
                "Test requested",
                CorpusColumn.VALUE_UNITS,
                "Outcome",
                CorpusColumn.RANGE,
                "Expected")));
  }
}
