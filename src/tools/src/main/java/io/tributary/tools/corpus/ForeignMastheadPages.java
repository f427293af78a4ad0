package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.AmericanMastheadPages.style;
import static io.tributary.tools.corpus.HtmlTable.Headings.BARE;
import static io.tributary.tools.corpus.HtmlTable.Headings.INDENT;
import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.HtmlTable.Headings.SIDE;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.sheet;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.HeaderField;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import io.tributary.tools.corpus.TextStyle.ThousandsSeparator;
import java.util.ArrayList;
import java.util.List;

/** Layouts of other countries rendered by a browser, with logos, barcodes and colors. */
final class ForeignMastheadPages {
  private ForeignMastheadPages() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(indian());
    all.addAll(elsewhere());
    return all;
  }

  private static List<Layout> indian() {
    return List.of(
        Layout.forTuning(
            "arogya-branch",
            TextStyle.us()
                .in(LabRegion.IN)
                .withPanels("CBCI", "LIPID", "DIAB", "THY")
                .labels(6)
                .ageAndSexJoined()
                .variant(1)
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd/MM/yyyy", " hh:mm a")
                .ranges(RangeFormat.WIDE_DASH, OneSidedRangeFormat.BELOW)
                .flags(FlagFormat.NONE)
                .thousands(ThousandsSeparator.LAKHS)
                .method()
                .remarks()
                .maxRows(46),
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
                .withSignatures("Dr. S. Rao, MD Pathology", "R. Das, Technologist")),
        Layout.forTuning(
            "sanjeevani-smart",
            TextStyle.us()
                .in(LabRegion.IN)
                .withPanels("LFT", "RFT", "WIDAL", "STOOLM")
                .labels(2)
                .ageAndSexJoined()
                .names(PatientNameFormat.TITLE_UPPER)
                .dates("dd-MM-yyyy", " HH:mm")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.WORDS)
                .flags(FlagFormat.STATUS)
                .without(HeaderField.RECEIVED),
            new HtmlTable(
                Mastheads.RAIL.followedBy(
                    p ->
                        HtmlGraphics.watermark("DUPLICATE")
                            + HtmlGraphics.stamp("VERIFIED", "right:20px;top:560px")),
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
        Layout.forTuning(
            "ravenscar-gp",
            TextStyle.international()
                .in(LabRegion.UK)
                .withPanels("HEMO", "DIFF", "BMP", "LFT", "ACRM")
                .labels(5)
                .names(PatientNameFormat.COMMA_TITLE)
                .dates("dd-MMM-yyyy", "")
                .ranges(RangeFormat.SQUARE, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.LIMITS),
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
        Layout.forTuning(
            "fenland-departments",
            TextStyle.international()
                .in(LabRegion.UK)
                .withPanels("BMP", "SPE", "IMM", "AUTO")
                .labels(7)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(RangeFormat.ROUND_DASH, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.STAR),
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
        Layout.forTuning(
            "banksia-cumulative",
            TextStyle.international()
                .in(LabRegion.AU)
                .withPanels("CBC", "LFT", "INFL")
                .labels(7)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd/MM/yy", " HH:mm")
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.STAR)
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
        Layout.forTuning(
            "rosenau",
            TextStyle.international()
                .in(LabRegion.EU)
                .withPanels("LFT", "HORM", "TUM", "THY")
                .decimalComma()
                .labels(7)
                .dates("dd.MM.yyyy", " HH:mm")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.PLUS_MINUS),
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
        Layout.forTuning(
            "karoo",
            TextStyle.international()
                .in(LabRegion.ZA)
                .withPanels("COAG", "HEMO", "DIFF", "INFL", "CARD")
                .labels(0)
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("yyyy/MM/dd", " HH:mm")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.LETTERS)
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
        Layout.forTuning(
            "straits",
            TextStyle.international()
                .in(LabRegion.SG)
                .withPanels("RFT", "THY", "SERO", "VIRAL", "UA")
                .labels(9)
                .ageAndSexJoined()
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .dates("dd MMM yyyy", " HH:mm")
                .ranges(RangeFormat.TILDE, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.HI_LO)
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
        Layout.forTuning(
            "prairie-wind",
            TextStyle.international()
                .in(LabRegion.CA)
                .withPanels("CBC", "IRON", "DIAB", "VIT")
                .labels(8)
                .names(PatientNameFormat.MIDDLE)
                .dates("yyyy-MMM-dd", " HH:mm")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.ASCII_EQUAL)
                .flags(FlagFormat.WORDS),
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
                .withTopRow(
                    "<th>TEST</th><th colspan=\"2\">PATIENT</th><th"
                        + " colspan=\"2\">REFERENCE</th>")));
  }
}
