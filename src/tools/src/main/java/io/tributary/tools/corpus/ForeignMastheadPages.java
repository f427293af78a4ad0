package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.AmericanMastheadPages.style;
import static io.tributary.tools.corpus.HtmlTable.Headings.BARE;
import static io.tributary.tools.corpus.HtmlTable.Headings.INDENT;
import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.HtmlTable.Headings.SIDE;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.sheet;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import io.tributary.tools.corpus.TextStyle.Thousands;
import io.tributary.tools.corpus.TextStyle.Told;
import java.util.ArrayList;
import java.util.List;

/** Layouts of other countries that a browser prints, with signs, bars and colours. */
final class ForeignMastheadPages {
  private ForeignMastheadPages() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(indian());
    all.addAll(elsewhere());
    return all;
  }

  private static List<Layout> indian() {
    return List.of(
        Layout.tune(
            "arogya-branch",
            TextStyle.us()
                .in(LabRegion.IN)
                .of("CBCI", "LIPID", "DIAB", "THY")
                .labels(6)
                .joined()
                .variant(1)
                .names(Names.TITLE_FIRST_LAST)
                .dates("dd/MM/yyyy", " hh:mm a")
                .ranges(Ranges.WIDE_DASH, Limits.BELOW)
                .flags(Flags.NONE)
                .thousands(Thousands.LAKHS)
                .method()
                .remarks()
                .most(46),
            new HtmlTable(
                    Mastheads.COLONS,
                    INDENT,
                    style(
                        Typeface.ROBOTO,
                        11,
                        sheet(
                                "A4",
                                "12mm 12mm 18mm",
                                "Tests marked NABL are accredited. Scope MC-0000")
                            + ".h td { text-align: center; text-decoration: underline; padding-top:"
                            + " 8px } .r th { border-top: 1px solid #000; border-bottom: 1px solid"
                            + " #000 } .sub { font-style: italic; font-size: 9px } .abn .c-value {"
                            + " font-weight: bold } .c-name_method { width: 42% }"),
                    CorpusColumn.NAME_METHOD,
                    "Test Name",
                    CorpusColumn.VALUE,
                    "Observed Value",
                    CorpusColumn.UNITS,
                    "Unit",
                    CorpusColumn.RANGE,
                    "Bio. Ref. Interval")
                .signed("Dr. S. Rao, MD Pathology", "R. Das, Technologist")),
        Layout.tune(
            "sanjeevani-smart",
            TextStyle.us()
                .in(LabRegion.IN)
                .of("LFT", "RFT", "WIDAL", "STOOLM")
                .labels(2)
                .joined()
                .names(Names.TITLE_UPPER)
                .dates("dd-MM-yyyy", " HH:mm")
                .ranges(Ranges.SPACED, Limits.WORDS)
                .flags(Flags.STATUS)
                .without(Told.RECEIVED),
            new HtmlTable(
                Mastheads.RAIL.and(
                    p ->
                        Drawing.watermark("DUPLICATE")
                            + Drawing.stamp("VERIFIED", "right:20px;top:560px")),
                OWN,
                style(
                    Typeface.CALIBRI,
                    11.5,
                    "h3 { background: #0b6e6e; color: #fff; padding: 4px 8px; margin: 10px 0 2px }"
                        + " .r td { border-bottom: 1px dotted #8aa } .abn .c-flag { background:"
                        + " #fde2e2 } .sub { color: #666 } .c-name_range { width: 52% }"),
                CorpusColumn.NAME_RANGE,
                "Investigation",
                CorpusColumn.VALUE_UNITS,
                "Result",
                CorpusColumn.FLAG,
                "Remark")));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.tune(
            "ravenscar-gp",
            TextStyle.elsewhere()
                .in(LabRegion.UK)
                .of("HEMO", "DIFF", "BMP", "LFT", "ACRM")
                .labels(5)
                .names(Names.COMMA_TITLE)
                .dates("dd-MMM-yyyy", "")
                .ranges(Ranges.SQUARE, Limits.SIGN)
                .flags(Flags.LIMITS),
            new HtmlTable(
                Mastheads.TWO_BOXES,
                BARE,
                style(
                    Typeface.CAMBRIA,
                    11,
                    "h3 { font-size: 12px; margin: 9px 0 1px; border-bottom: 1px solid #444 } .r td"
                        + " { padding: 1px 5px } .c-name { width: 34%; padding-left: 14px"
                        + " !important } .c-value_units_range { width: 36% } .c-flag { font-style:"
                        + " italic }"),
                CorpusColumn.NAME,
                "",
                CorpusColumn.VALUE_UNITS_RANGE,
                "",
                CorpusColumn.FLAG,
                "")),
        Layout.tune(
            "fenland-departments",
            TextStyle.elsewhere()
                .in(LabRegion.UK)
                .of("BMP", "SPE", "IMM", "AUTO")
                .labels(7)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.ROUND_DASH, Limits.SIGN_GAP)
                .flags(Flags.STAR),
            new HtmlTable(
                HtmlHead.CENTRE,
                SIDE,
                style(
                    Typeface.TIMES,
                    11,
                    sheet("A4", "14mm 13mm 16mm", "Printed for the notes. Do not photocopy.")
                        + GRID
                        + ".side { font-weight: bold; width: 15%; background: #f3f0e6 }"
                        + " .abn .c-value { font-weight: bold }"),
                CorpusColumn.NAME,
                "Investigation",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Ref. range")),
        Layout.tune(
            "banksia-cumulative",
            TextStyle.elsewhere()
                .in(LabRegion.AU)
                .of("CBC", "LFT", "INFL")
                .labels(7)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yy", " HH:mm")
                .ranges(Ranges.ROUND, Limits.SIGN)
                .flags(Flags.STAR)
                .previous(2),
            new HtmlTable(
                Mastheads.STRIP,
                OWN,
                style(
                    Typeface.ARIAL_NARROW,
                    11,
                    "h3 { margin: 8px 0 0; letter-spacing: 2px } .r th, .r td { text-align: right }"
                        + " .r .c-name_brackets { text-align: left; width: 36% } .r th {"
                        + " border-bottom: 1px solid #000 } .r .c-flag { text-align: left; width:"
                        + " 12px } .r { border-bottom: 1px solid #000 }"),
                CorpusColumn.NAME_BRACKETS,
                "",
                CorpusColumn.PREVIOUS_2,
                "{}",
                CorpusColumn.PREVIOUS,
                "{}",
                CorpusColumn.VALUE,
                "Current",
                CorpusColumn.FLAG,
                "",
                CorpusColumn.RANGE,
                "Reference")),
        Layout.tune(
            "rosenau",
            TextStyle.elsewhere()
                .in(LabRegion.EU)
                .of("LFT", "HORM", "TUM", "THY")
                .comma()
                .labels(7)
                .dates("dd.MM.yyyy", " HH:mm")
                .ranges(Ranges.EN_DASH, Limits.SIGN_GAP)
                .flags(Flags.PLUS_MINUS),
            new HtmlTable(
                Mastheads.BARCODE,
                INDENT,
                style(
                    Typeface.OPEN,
                    10,
                    sheet(
                            "A4",
                            "14mm 12mm 16mm 20mm",
                            "Medically validated. Valid without signature.")
                        + ".h td { background: #dfe7ea } .c-name { padding-left: 14px !important }"
                        + " .c-value { text-align: right; font-weight: bold } .r td {"
                        + " border-bottom: 1px dotted #999 }"),
                CorpusColumn.NAME,
                "Analyte",
                CorpusColumn.VALUE,
                "Value",
                CorpusColumn.FLAG,
                "+/-",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.RANGE,
                "Reference",
                CorpusColumn.BAR,
                "")),
        Layout.tune(
            "karoo",
            TextStyle.elsewhere()
                .in(LabRegion.ZA)
                .of("COAG", "HEMO", "DIFF", "INFL", "CARD")
                .labels(0)
                .names(Names.TITLE_FIRST_LAST)
                .dates("yyyy/MM/dd", " HH:mm")
                .ranges(Ranges.SPACED, Limits.SIGN_GAP)
                .flags(Flags.LETTERS)
                .specimenLines()
                .notes(),
            new HtmlTable(
                HtmlHead.BOXES,
                OWN,
                style(
                    Typeface.ARIAL,
                    10.5,
                    sheet("A4", "12mm 14mm 16mm", "Pr. No. 5200999 - Reg. 2001/099999/21")
                        + ".r { border: 1px solid #7a3b12 } .r th { background: #7a3b12; color:"
                        + " #fff } .r td { border-bottom: 1px solid #ecdccf } h3 { color: #7a3b12;"
                        + " margin: 8px 0 0 } .abn .c-value { color: #c00; font-weight: bold }"),
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.FLAG,
                "Flag",
                CorpusColumn.RANGE,
                "Ref. Interval")),
        Layout.tune(
            "straits",
            TextStyle.elsewhere()
                .in(LabRegion.SG)
                .of("RFT", "THY", "SERO", "VIRAL", "UA")
                .labels(9)
                .joined()
                .names(Names.LAST_COMMA_FIRST)
                .dates("dd MMM yyyy", " HH:mm")
                .ranges(Ranges.TILDE, Limits.SIGN_GAP)
                .flags(Flags.HI_LO)
                .variant(0),
            new HtmlTable(
                Mastheads.BAND,
                ROW,
                style(
                    Typeface.ROBOTO,
                    10,
                    sheet("A4", "10mm 12mm 15mm", "Units and intervals as of 1 January")
                        + ":root { --hue: #003f7d } .h td { color: #003f7d; border-bottom: 2px"
                        + " solid #003f7d; padding-top: 8px } .r tr.abn td { background: #fff3d6"
                        + " }"),
                CorpusColumn.NAME,
                "TEST DESCRIPTION",
                CorpusColumn.FLAG,
                "",
                CorpusColumn.VALUE,
                "RESULT",
                CorpusColumn.RANGE,
                "REF. INTERVAL",
                CorpusColumn.UNITS,
                "UNIT")),
        Layout.tune(
            "prairie-wind",
            TextStyle.elsewhere()
                .in(LabRegion.CA)
                .of("CBC", "IRON", "DIAB", "VIT")
                .labels(8)
                .names(Names.MIDDLE)
                .dates("yyyy-MMM-dd", " HH:mm")
                .ranges(Ranges.SPACED, Limits.ASCII_EQUAL)
                .flags(Flags.WORDS),
            new HtmlTable(
                    Mastheads.TWO_BOXES,
                    ROW,
                    style(
                        Typeface.LATO,
                        10.5,
                        sheet("letter", "12mm", "Results are sent to the ordering provider.")
                            + ".r { margin-top: 8px } .r th { border: 1px solid #333 } .h td {"
                            + " border: 1px solid #333; background: #eee } .r td { border-left: 1px"
                            + " solid #333; border-right: 1px solid #333 } .r { border-bottom: 1px"
                            + " solid #333 }"),
                    CorpusColumn.NAME,
                    "Name",
                    CorpusColumn.FLAG,
                    "Flag",
                    CorpusColumn.VALUE,
                    "Result",
                    CorpusColumn.RANGE,
                    "Normal",
                    CorpusColumn.UNITS,
                    "Units")
                .under(
                    "<th>TEST</th><th colspan=\"2\">PATIENT</th><th"
                        + " colspan=\"2\">REFERENCE</th>")));
  }
}
