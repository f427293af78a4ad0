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

/** Layouts of Britain, India, Australia, Canada and continental Europe rendered by a browser. */
final class ForeignPages {
  private ForeignPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.forTuning(
            "in-chain",
            TextStyle.international()
                .withPanels("CBC", "LFT", "RFT", "THY")
                .variant(0)
                .labels(4)
                .method()
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd/MM/yyyy", " hh:mm a")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.NONE),
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
        Layout.forTuning(
            "in-clinic",
            TextStyle.international()
                .withPanels("HEMO", "DIAB", "LIPID", "UA")
                .variant(1)
                .labels(2)
                .bothSexes()
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd-MMM-yyyy", " HH:mm")
                .flags(FlagFormat.LETTERS),
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
        Layout.forTuning(
            "uk-trust",
            TextStyle.international()
                .withPanels("BMP", "LFT", "BONE", "HEMO")
                .variant(0)
                .labels(5)
                .flags(FlagFormat.STAR)
                .dates("dd/MM/yyyy", " HH:mm")
                .names(PatientNameFormat.UPPER_COMMA)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN),
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
        Layout.forTuning(
            "uk-gp",
            TextStyle.international()
                .withPanels("HEMO", "BMP", "THY", "INFL")
                .variant(1)
                .labels(5)
                .flags(FlagFormat.WORDS)
                .dates("dd MMM yyyy", "")
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .ranges(RangeFormat.SQUARE, OneSidedRangeFormat.AT_MOST),
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
        Layout.forTuning(
            "au-cumulative",
            TextStyle.international()
                .withPanels("BMP", "LFT", "LIPID")
                .variant(0)
                .labels(2)
                .previous(2)
                .dates("dd/MM/yy", "")
                .flags(FlagFormat.LETTERS)
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN),
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
        Layout.forTuning(
            "au-pathology",
            TextStyle.international()
                .withPanels("CBC", "IRON", "VIT")
                .variant(2)
                .labels(5)
                .dates("dd/MM/yyyy", "")
                .flags(FlagFormat.LETTERS)
                .names(PatientNameFormat.UPPER_COMMA)
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN)
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
        Layout.forTuning(
            "ca-provincial",
            TextStyle.international()
                .withPanels("CBC", "LIPID", "DIAB", "RFT")
                .variant(2)
                .labels(1)
                .dates("yyyy-MM-dd", " HH:mm")
                .flags(FlagFormat.ABNORMAL)
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .ranges(RangeFormat.TO, OneSidedRangeFormat.SIGN),
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
        Layout.forTuning(
            "eu-comma",
            TextStyle.international()
                .withPanels("HEMO", "RFT", "LFT", "LIPID")
                .decimalComma()
                .labels(2)
                .dates("dd.MM.yyyy", "")
                .flags(FlagFormat.LETTERS)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
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
        Layout.forTuning(
            "eu-clinic",
            TextStyle.international()
                .withPanels("COAG", "HEMO", "CARD", "TUM")
                .decimalComma()
                .labels(1)
                .dates("dd.MM.yyyy", " HH:mm")
                .flags(FlagFormat.ARROWS)
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.SIGN_GAP),
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
