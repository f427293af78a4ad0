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

/** Layouts of Britain, India, Australia, Canada and the continent that a browser prints. */
final class ForeignPages {
  private ForeignPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "in-chain",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME_METHOD,
                "Test Description",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.RANGE,
                "Biological Ref. Interval")),
        Layout.tune(
            "in-clinic",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "INVESTIGATION",
                CorpusColumn.VALUE_FLAG,
                "OBSERVED VALUE",
                CorpusColumn.UNITS,
                "UNIT",
                CorpusColumn.RANGE,
                "NORMAL VALUE")),
        Layout.tune(
            "uk-trust",
            TextStyle.elsewhere()
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
                CorpusColumn.FLAG,
                "",
                CorpusColumn.NAME,
                "Investigation",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Reference range")),
        Layout.tune(
            "uk-gp",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.VALUE_UNITS,
                "Result",
                CorpusColumn.RANGE,
                "Range",
                CorpusColumn.FLAG,
                "Comment")),
        Layout.tune(
            "au-cumulative",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.PREVIOUS_2,
                "{}",
                CorpusColumn.PREVIOUS,
                "{}",
                CorpusColumn.VALUE_FLAG,
                "Latest",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Reference")),
        Layout.tune(
            "au-pathology",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "",
                CorpusColumn.FLAG_VALUE,
                "",
                CorpusColumn.UNITS,
                "",
                CorpusColumn.RANGE,
                "")),
        Layout.tune(
            "ca-provincial",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.FLAG,
                "Flag",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.RANGE,
                "Reference Range",
                CorpusColumn.UNITS,
                "Units")),
        Layout.tune(
            "eu-comma",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "Analysis",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.RANGE,
                "Reference range",
                CorpusColumn.PREVIOUS,
                "Previous result")),
        Layout.tune(
            "eu-clinic",
            TextStyle.elsewhere()
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
                CorpusColumn.NAME,
                "Parameter",
                CorpusColumn.RANGE,
                "Normal range",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.VALUE,
                "Value",
                CorpusColumn.FLAG,
                "Evaluation")));
  }
}
