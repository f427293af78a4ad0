package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.HtmlTable.Headings.OWN;
import static io.tributary.tools.corpus.HtmlTable.Headings.ROW;
import static io.tributary.tools.corpus.PageStyles.GRID;
import static io.tributary.tools.corpus.PageStyles.sheet;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** American layouts rendered by a browser, with logos, barcodes and colors in their mastheads. */
final class AmericanMastheadPages {
  private AmericanMastheadPages() {}

  static String style(Typeface face, double pixels, String more) {
    return Mastheads.CSS + face.css(pixels) + more;
  }

  static List<Layout> all() {
    return List.of(
        Layout.forTuning(
            "tri-county",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CBC", "CMP", "THY", "DIAB")
                .labels(1)
                .names(PatientNameFormat.MIDDLE)
                .dates("MM/dd/yyyy", " hh:mm a")
                .ranges(RangeFormat.WIDE_DASH, OneSidedRangeFormat.ASCII_EQUAL)
                .flags(FlagFormat.STATUS)
                .remarks()
                .maxRows(48),
            new HtmlTable(
                Mastheads.BARCODE,
                OWN,
                style(
                    Typeface.CALIBRI,
                    12,
                    sheet(
                            "letter",
                            "12mm 13mm 16mm",
                            "Performed at Tri-State Core Lab, CLIA 00D0000000")
                        + "h3 { background: #e8eef5; padding: 3px 6px; margin: 8px 0 2px } .r th {"
                        + " border-bottom: 1.5px solid #a02c2c } .abn .c-flag { color: #b00020;"
                        + " font-weight: bold } .c-name { width: 38% }"),
                CorpusColumn.NAME,
                "Component",
                CorpusColumn.VALUE,
                "Your result",
                CorpusColumn.RANGE_UNITS,
                "Standard range",
                CorpusColumn.FLAG,
                "Status")),
        Layout.forTuning(
            "orchard-inpatient",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("GAS", "BMP", "COAG", "CARD")
                .labels(3)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd-MMM-yyyy", " HH:mm")
                .ranges(RangeFormat.TO, OneSidedRangeFormat.LESS_THAN)
                .flags(FlagFormat.PANIC)
                .notes(),
            new HtmlTable(
                Mastheads.TWO_BOXES,
                ROW,
                style(
                    Typeface.ARIAL,
                    10,
                    sheet("letter", "11mm 12mm 15mm", "CONFIDENTIAL - part of the medical record")
                        + ".r td, .r th { border-left: 1px solid #999; border-right: 1px solid #999"
                        + " } .r { border: 1px solid #999; margin-top: 8px } .r th { background:"
                        + " #ddd } .h td { background: #f4f4f4; text-align: center } .c-value {"
                        + " font-weight: bold; text-align: right } .n td { font-style: italic }"),
                CorpusColumn.FLAG,
                "Alert",
                CorpusColumn.NAME,
                "Procedure",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Reference interval",
                CorpusColumn.STATE,
                "Status")),
        Layout.forTuning(
            "quillmark-wellness",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("LIPID", "LIPX", "DIAB", "INFL")
                .labels(3)
                .names(PatientNameFormat.FIRST_LAST)
                .dates("MMMM d, yyyy", "")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.BELOW)
                .flags(FlagFormat.IN_RANGE),
            new HtmlTable(
                Mastheads.BAND,
                OWN,
                style(
                    Typeface.LATO,
                    13,
                    ":root { --hue: #0a5c4a } h3 { color: #0a5c4a; font-size: 17px; margin: 16px 0"
                        + " 4px } .r td { padding: 8px 5px; border-bottom: 1px solid #e3e3e3 } .r"
                        + " th { color: #888; font-size: 10px; text-transform: uppercase }"
                        + " .c-value_units { font-size: 16px; font-weight: bold } .abn .c-flag {"
                        + " color: #c0392b } .nor .c-flag { color: #27803b }"),
                CorpusColumn.NAME,
                "Biomarker",
                CorpusColumn.VALUE_UNITS,
                "Result",
                CorpusColumn.BAR,
                "",
                CorpusColumn.FLAG,
                "Where you are",
                CorpusColumn.RANGE,
                "Optimal")),
        Layout.forTuning(
            "crestline-typed",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CBCQ", "BMP", "ACR")
                .labels(0)
                .upperCaseNames()
                .variant(0)
                .names(PatientNameFormat.UPPER_COMMA)
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.ASCII_EQUAL)
                .flags(FlagFormat.SQUARE)
                .specimenLines(),
            new HtmlTable(
                Mastheads.STRIP,
                ROW,
                style(
                    Typeface.COURIER,
                    9.5,
                    "@page { size: letter; margin: 10mm } .thin { border: 0 } .r th { border-top:"
                        + " 1px dashed #000; border-bottom: 1px dashed #000 } .spec { font-weight:"
                        + " normal } .r td { padding: 0 4px }"),
                CorpusColumn.NAME,
                "TEST",
                CorpusColumn.VALUE,
                "RESULT",
                CorpusColumn.FLAG,
                "FLAG",
                CorpusColumn.RANGE_UNITS,
                "REFERENCE INTERVAL / UNITS")),
        Layout.forTuning(
            "beacon-trend",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CMP", "LIPID", "IRON")
                .labels(1)
                .dates("M/d/yyyy", " h:mm a")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.LETTERS)
                .previous(3),
            new HtmlTable(
                Mastheads.BAND,
                ROW,
                style(
                    Typeface.ROBOTO_NARROW,
                    10.5,
                    sheet("letter landscape", "10mm 12mm 14mm", "Trend report")
                        + ".r tr:nth-child(odd) td { background: #f6f6fa } .h td { font-size: 12px;"
                        + " border-top: 1.5px solid #5b2a86 } .c-value_flag { background: #ece3f5"
                        + " !important; font-weight: bold } .r th { vertical-align: bottom }"),
                CorpusColumn.NAME,
                "Test",
                CorpusColumn.UNITS,
                "Unit",
                CorpusColumn.RANGE,
                "Range",
                CorpusColumn.VALUE_FLAG,
                "Current",
                CorpusColumn.PREVIOUS,
                "{}",
                CorpusColumn.PREVIOUS_2,
                "{}",
                CorpusColumn.PREVIOUS_3,
                "{}")),
        Layout.forTuning(
            "palmetto-screens",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("ALLERGY", "TOX", "LYMPH")
                .labels(6)
                .ageAndSexJoined()
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .dates("MM-dd-yyyy", " HH:mm")
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.HI_LO)
                .remarks(),
            new HtmlTable(
                Mastheads.COLONS,
                OWN,
                style(
                    Typeface.OPEN,
                    10,
                    sheet("letter", "12mm", "Screening results are not confirmed.")
                        + GRID
                        + ".r th { background: #1c6b2c; color: #fff } .c-number { width: 20px }"),
                CorpusColumn.NUMBER,
                "#",
                CorpusColumn.NAME,
                "Analyte",
                CorpusColumn.VALUE,
                "Result",
                CorpusColumn.FLAG,
                "Flag",
                CorpusColumn.UNITS,
                "Units",
                CorpusColumn.RANGE,
                "Expected")));
  }
}
