package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.HtmlTable.Headings.BARE;
import static io.tributary.tools.corpus.HtmlTable.Headings.INDENT;
import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.LETTER;
import static io.tributary.tools.corpus.PageStyles.RULES;
import static io.tributary.tools.corpus.PageStyles.ZEBRA;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import java.util.List;

/** Layouts that a browser prints and that no table shows, or not as others do. */
final class OddPages {
  private OddPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "range-first",
            TextStyle.us()
                .of("BMP", "LIPID", "TUM")
                .labels(0)
                .flags(Flags.LETTERS)
                .names(Names.SPLIT),
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
        Layout.tune(
            "range-beneath",
            TextStyle.us()
                .of("CBC", "CMP")
                .labels(2)
                .ranges(Ranges.SPACED, Limits.WORDS)
                .flags(Flags.WORDS),
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
        Layout.tune(
            "narrative",
            TextStyle.us().of("BMP", "THY", "VIT").labels(1).dates("MMMM d, yyyy", ""),
            HtmlSpecial.lines(HtmlHead.LETTER, ".kv { margin: 3px 0 }", HtmlSpecial::colon)),
        Layout.tune(
            "narrative-equals",
            TextStyle.us().of("LFT", "RFT", "COAG").labels(4).dates("dd-MMM-yyyy", ""),
            HtmlSpecial.lines(
                HtmlHead.LINES, ".kv { margin: 3px 0; white-space: pre }", HtmlSpecial::sentence)),
        Layout.tune(
            "typed",
            TextStyle.us()
                .of("CBC", "BMP", "UA")
                .labels(3)
                .upper()
                .names(Names.UPPER_COMMA)
                .flags(Flags.LETTERS)
                .most(45),
            HtmlSpecial.typed("pre { font: 10px 'DejaVu Sans Mono', monospace }", true)),
        Layout.tune(
            "typed-hospital",
            TextStyle.us()
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
            TextStyle.us()
                .of("LIPID", "LIPX", "DIAB", "HORM")
                .labels(1)
                .dates("MM/dd/yy", "")
                .flags(Flags.WORDS),
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
        Layout.tune(
            "serology",
            TextStyle.us().of("SERO", "IMM", "BB", "STOOL").labels(2).flags(Flags.WORDS).pending(),
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
        Layout.tune(
            "serology-uk",
            TextStyle.elsewhere()
                .of("SERO", "STOOL", "ACR", "SFLC")
                .labels(5)
                .flags(Flags.NONE)
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
