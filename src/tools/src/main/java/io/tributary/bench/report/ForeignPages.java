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

/** Layouts of Britain, India, Australia, Canada and the continent that a browser prints. */
final class ForeignPages {
  private ForeignPages() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "in-chain",
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
                "Biological Ref. Interval")),
        Layout.tune(
            "in-clinic",
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
                "NORMAL VALUE")),
        Layout.tune(
            "uk-trust",
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
                "Reference range")),
        Layout.tune(
            "uk-gp",
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
                "Comment")),
        Layout.tune(
            "au-cumulative",
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
                "Reference")),
        Layout.tune(
            "au-pathology",
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
                "")),
        Layout.tune(
            "ca-provincial",
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
                "Units")),
        Layout.tune(
            "eu-comma",
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
                "Previous result")),
        Layout.tune(
            "eu-clinic",
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
                "Evaluation")));
  }
}
