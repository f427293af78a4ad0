package io.tributary.bench.report;

import static io.tributary.bench.report.HtmlTable.Headings.OWN;
import static io.tributary.bench.report.HtmlTable.Headings.ROW;
import static io.tributary.bench.report.PageStyles.GRID;
import static io.tributary.bench.report.PageStyles.sheet;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.List;

/** American layouts that a browser prints, with signs, bars and colours in their mastheads. */
final class AmericanMastheadPages {
  private AmericanMastheadPages() {}

  static String style(Typeface face, double pixels, String more) {
    return Mastheads.CSS + face.css(pixels) + more;
  }

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "tri-county",
            Look.us()
                .in(Region.US)
                .of("CBC", "CMP", "THY", "DIAB")
                .labels(1)
                .names(Names.MIDDLE)
                .dates("MM/dd/yyyy", " hh:mm a")
                .ranges(Ranges.WIDE_DASH, Limits.ASCII_EQUAL)
                .flags(Flags.STATUS)
                .remarks()
                .most(48),
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
                Col.NAME,
                "Component",
                Col.VALUE,
                "Your result",
                Col.RANGE_UNITS,
                "Standard range",
                Col.FLAG,
                "Status")),
        Layout.tune(
            "orchard-inpatient",
            Look.us()
                .in(Region.US)
                .of("GAS", "BMP", "COAG", "CARD")
                .labels(3)
                .names(Names.UPPER_COMMA)
                .dates("dd-MMM-yyyy", " HH:mm")
                .ranges(Ranges.TO, Limits.LESS_THAN)
                .flags(Flags.PANIC)
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
                Col.FLAG,
                "Alert",
                Col.NAME,
                "Procedure",
                Col.VALUE,
                "Result",
                Col.UNITS,
                "Units",
                Col.RANGE,
                "Reference interval",
                Col.STATE,
                "Status")),
        Layout.tune(
            "quillmark-wellness",
            Look.us()
                .in(Region.US)
                .of("LIPID", "LIPX", "DIAB", "INFL")
                .labels(3)
                .names(Names.FIRST_LAST)
                .dates("MMMM d, yyyy", "")
                .ranges(Ranges.EN_DASH, Limits.BELOW)
                .flags(Flags.IN_RANGE),
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
                Col.NAME,
                "Biomarker",
                Col.VALUE_UNITS,
                "Result",
                Col.BAR,
                "",
                Col.FLAG,
                "Where you are",
                Col.RANGE,
                "Optimal")),
        Layout.tune(
            "crestline-typed",
            Look.us()
                .in(Region.US)
                .of("CBCQ", "BMP", "ACR")
                .labels(0)
                .upper()
                .variant(0)
                .names(Names.UPPER_COMMA)
                .ranges(Ranges.PLAIN, Limits.ASCII_EQUAL)
                .flags(Flags.SQUARE)
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
                Col.NAME,
                "TEST",
                Col.VALUE,
                "RESULT",
                Col.FLAG,
                "FLAG",
                Col.RANGE_UNITS,
                "REFERENCE INTERVAL / UNITS")),
        Layout.tune(
            "beacon-trend",
            Look.us()
                .in(Region.US)
                .of("CMP", "LIPID", "IRON")
                .labels(1)
                .dates("M/d/yyyy", " h:mm a")
                .ranges(Ranges.SPACED, Limits.SIGN)
                .flags(Flags.LETTERS)
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
                Col.NAME,
                "Test",
                Col.UNITS,
                "Unit",
                Col.RANGE,
                "Range",
                Col.VALUE_FLAG,
                "Current",
                Col.PREVIOUS,
                "{}",
                Col.PREVIOUS_2,
                "{}",
                Col.PREVIOUS_3,
                "{}")),
        Layout.tune(
            "palmetto-screens",
            Look.us()
                .in(Region.US)
                .of("ALLERGY", "TOX", "LYMPH")
                .labels(6)
                .joined()
                .names(Names.LAST_COMMA_FIRST)
                .dates("MM-dd-yyyy", " HH:mm")
                .ranges(Ranges.PLAIN, Limits.SIGN)
                .flags(Flags.HI_LO)
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
                Col.NUMBER,
                "#",
                Col.NAME,
                "Analyte",
                Col.VALUE,
                "Result",
                Col.FLAG,
                "Flag",
                Col.UNITS,
                "Units",
                Col.RANGE,
                "Expected")));
  }
}
