package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.centered;
import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.HeaderField;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import io.tributary.tools.corpus.TextStyle.ThousandsSeparator;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Layouts drawn directly into a PDF under mastheads with logos, boxes and bands. */
final class DrawnMastheadLayouts {
  private DrawnMastheadLayouts() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(american());
    all.addAll(elsewhere());
    return all;
  }

  private static List<Layout> american() {
    return List.of(
        Layout.forTuning(
            "drawn-frame",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CBC", "CMP", "LIPID", "VIT", "UA")
                .labels(1)
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.LESS_THAN)
                .flags(FlagFormat.LETTERS)
                .maxRows(60),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ARIAL, 8.5, 12.5)
                    .head(DrawnMasthead.FRAME)
                    .accent(0x1f5fa8)
                    .headerBar()
                    .verticals()
                    .margin(36, 80)
                    .footer(
                        "Performed at: Main Laboratory, 2210 N. Alder Ave, Fairmont, TX 78214",
                        "H = High, L = Low, A = Abnormal. Printed 2 copies."),
                left(CorpusColumn.NAME, "Test", 0, .36),
                centered(CorpusColumn.VALUE, "Result", .36, .48),
                centered(CorpusColumn.FLAG, "Flag", .48, .54),
                left(CorpusColumn.RANGE, "Reference", .54, .78),
                left(CorpusColumn.UNITS, "Units", .78, 1))),
        Layout.forTuning(
            "drawn-letter",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CBCQ", "LYMPH", "VIRAL", "BMP")
                .labels(0)
                .variant(1)
                .names(PatientNameFormat.FIRST_LAST)
                .dates("MMM dd, yyyy", "")
                .ranges(RangeFormat.TO, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.ROUND),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.TIMES, 10, 13.5)
                    .head(DrawnMasthead.LETTER)
                    .headingsUnderlined()
                    .margin(60, 90)
                    .footer("This is a final report."),
                left(CorpusColumn.NAME, "", 0, .42),
                right(CorpusColumn.VALUE, "Result", .42, .54),
                left(CorpusColumn.FLAG, "", .545, .6),
                left(CorpusColumn.UNITS, "Units", .61, .77),
                left(CorpusColumn.RANGE, "Normal Range", .77, 1))),
        Layout.forTuning(
            "drawn-dense",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("CBC", "CMP", "LIPID", "THY", "IRON")
                .labels(3)
                .upperCaseNames()
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("MM/dd/yy", " HH:mm")
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.ASCII_EQUAL)
                .flags(FlagFormat.SQUARE)
                .maxRows(56),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ROBOTO_NARROW, 7.5, 10)
                    .head(DrawnMasthead.DENSE)
                    .margin(30, 50),
                left(CorpusColumn.CODE, "CODE", 0, .08),
                left(CorpusColumn.NAME, "ORDERED TEST", .08, .38),
                right(CorpusColumn.VALUE, "RESULT", .38, .48),
                left(CorpusColumn.FLAG, "", .485, .53),
                left(CorpusColumn.UNITS, "UNITS", .54, .68),
                left(CorpusColumn.RANGE, "REFERENCE", .68, .84),
                left(CorpusColumn.STATE, "STATUS", .84, .92),
                left(CorpusColumn.SITE, "SITE", .92, 1))),
        Layout.forTuning(
            "drawn-gauges",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("LIPID", "IRON", "INFL")
                .labels(1)
                .names(PatientNameFormat.FIRST_LAST)
                .dates("MMMM d, yyyy", "")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.BELOW)
                .flags(FlagFormat.STATUS)
                .without(HeaderField.RECEIVED, HeaderField.DOCTOR),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.LATO, 10, 24)
                    .head(DrawnMasthead.BAND)
                    .accent(0x0f4c4a)
                    .boldValues()
                    .rules(),
                left(CorpusColumn.NAME, "Marker", 0, .32),
                left(CorpusColumn.VALUE_UNITS, "You", .32, .52),
                left(CorpusColumn.BAR, "", .52, .68),
                left(CorpusColumn.RANGE, "Target", .69, .85),
                left(CorpusColumn.FLAG, "Status", .86, 1))),
        Layout.forTuning(
            "drawn-half-sheet",
            TextStyle.us()
                .in(LabRegion.US)
                .withPanels("GAS", "MISC")
                .labels(3)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("MM/dd/yyyy", " HH:mm")
                .ranges(RangeFormat.TO, OneSidedRangeFormat.LESS_THAN)
                .flags(FlagFormat.PANIC)
                .maxRows(16),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(595, 480), 0)
                    .type(Typeface.COURIER, 8.5, 12)
                    .head(DrawnMasthead.DENSE)
                    .margin(34, 40),
                left(CorpusColumn.NAME, "", 0, .3),
                right(CorpusColumn.VALUE, "", .3, .4),
                left(CorpusColumn.UNITS, "", .42, .54),
                left(CorpusColumn.RANGE, "", .54, .78),
                left(CorpusColumn.FLAG, "", .78, 1))),
        Layout.forTuning(
            "drawn-in-numbered",
            TextStyle.us()
                .in(LabRegion.IN)
                .withPanels("CBCI", "LIPID", "RFT", "VIT")
                .labels(6)
                .ageAndSexJoined()
                .variant(1)
                .names(PatientNameFormat.TITLE_UPPER)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.LETTERS)
                .thousands(ThousandsSeparator.COMMAS)
                .method()
                .remarks()
                .maxRows(44),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.CALIBRI, 10, 13)
                    .head(DrawnMasthead.FRAME)
                    .accent(0x8a1c1c)
                    .smallFurtherLines()
                    .boldAbnormal()
                    .headingsCentered()
                    .watermark("DUPLICATE")
                    .margin(40, 80)
                    .footer("*** End of each page is marked *** Reg. 560999", "Ask for the scope."),
                left(CorpusColumn.NUMBER, "S.No", 0, .06),
                left(CorpusColumn.NAME_METHOD, "Investigation", .06, .46),
                left(CorpusColumn.VALUE_FLAG, "Result", .46, .6),
                left(CorpusColumn.RANGE, "Reference Value", .6, .82),
                left(CorpusColumn.UNITS, "Unit", .82, 1))),
        Layout.forTuning(
            "drawn-in-frames",
            TextStyle.us()
                .in(LabRegion.IN)
                .withPanels("HPLC", "LFT", "WIDAL", "UA", "BB")
                .labels(2)
                .ageAndSexJoined()
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd-MMM-yyyy", "")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.WORDS)
                .flags(FlagFormat.STAR)
                .bothSexes(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.ARIAL, 9, 13)
                    .head(DrawnMasthead.LETTER)
                    .framed()
                    .headingsCentered()
                    .headersOnce()
                    .margin(48, 90),
                left(CorpusColumn.NAME, "TEST", 0, .4),
                left(CorpusColumn.VALUE_FLAG, "VALUE", .4, .56),
                left(CorpusColumn.UNITS, "UNIT", .56, .7),
                left(CorpusColumn.RANGE, "NORMAL RANGE", .7, 1))));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.forTuning(
            "drawn-uk-network",
            TextStyle.international()
                .in(LabRegion.UK)
                .withPanels("BMP", "BONE", "SPE", "HEMO", "ACRM")
                .labels(5)
                .names(PatientNameFormat.COMMA_TITLE)
                .dates("dd.MM.yy", " HH:mm")
                .ranges(RangeFormat.WIDE_DASH, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.TRIANGLES)
                .specimenLines(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.NARROW, 8.5, 12)
                    .head(DrawnMasthead.BAND)
                    .accent(0x003087)
                    .margin(50, 80)
                    .footer("Enquiries 01632 960417. Duty biochemist 09:00 to 17:00."),
                left(CorpusColumn.NAME, "Test", 0, .4),
                right(CorpusColumn.VALUE, "Result", .4, .52),
                centered(CorpusColumn.FLAG, "", .52, .57),
                left(CorpusColumn.UNITS, "", .58, .76),
                right(CorpusColumn.RANGE, "Reference range", .76, 1))),
        Layout.forTuning(
            "drawn-au-serial",
            TextStyle.international()
                .in(LabRegion.AU)
                .withPanels("BMP", "LFT", "IRON", "LIPID")
                .labels(7)
                .variant(0)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd/MM/yyyy", "")
                .ranges(RangeFormat.ROUND_DASH, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.LETTERS)
                .previous(3),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.COURIER, 7.5, 11)
                    .head(DrawnMasthead.DENSE)
                    .margin(36, 70)
                    .headingsUnderlined(),
                left(CorpusColumn.NAME, "", 0, .26),
                right(CorpusColumn.PREVIOUS_3, "{}", .26, .38),
                right(CorpusColumn.PREVIOUS_2, "{}", .38, .5),
                right(CorpusColumn.PREVIOUS, "{}", .5, .62),
                right(CorpusColumn.VALUE_FLAG, "Latest", .62, .72),
                left(CorpusColumn.UNITS, "Units", .73, .85),
                left(CorpusColumn.RANGE, "Range", .85, 1))),
        Layout.forTuning(
            "drawn-eu-ledger",
            TextStyle.international()
                .in(LabRegion.EU)
                .withPanels("HEMO", "COAG", "LFT", "HORM")
                .decimalComma()
                .labels(7)
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .dates("dd.MM.yyyy", "")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.PLUS_MINUS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.CAMBRIA, 9.5, 13)
                    .head(DrawnMasthead.LETTER)
                    .headingBackground()
                    .dotLeaders()
                    .margin(54, 90)
                    .footer("Accredited to ISO 15189 - www.example.org"),
                left(CorpusColumn.NAME, "Test", 0, .36),
                right(CorpusColumn.VALUE, "Result", .36, .47),
                centered(CorpusColumn.FLAG, "", .47, .53),
                left(CorpusColumn.UNITS, "Unit", .54, .7),
                left(CorpusColumn.RANGE, "Reference area", .7, .88),
                left(CorpusColumn.BAR, "", .88, 1))),
        Layout.forTuning(
            "drawn-za-wide",
            TextStyle.international()
                .in(LabRegion.ZA)
                .withPanels("RFT", "LIPID", "THY", "INFL")
                .labels(0)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(RangeFormat.FROM_TO, OneSidedRangeFormat.LESS_THAN)
                .flags(FlagFormat.WORDS)
                .method(),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(842, 595), 0)
                    .type(Typeface.OPEN, 8.5, 14)
                    .head(DrawnMasthead.FRAME)
                    .accent(0x7a3b12)
                    .zebra()
                    .margin(46, 70)
                    .footer("Reg. 2001/099999/21"),
                left(CorpusColumn.NAME, "Analyte", 0, .26),
                left(CorpusColumn.METHOD, "Principle", .26, .42),
                right(CorpusColumn.VALUE, "Finding", .42, .52),
                left(CorpusColumn.UNITS, "Unit", .53, .65),
                left(CorpusColumn.RANGE, "Biological interval", .65, .86),
                left(CorpusColumn.FLAG, "Comment", .86, 1))),
        Layout.forTuning(
            "drawn-sg",
            TextStyle.international()
                .in(LabRegion.SG)
                .withPanels("CBC", "RFT", "LIPID", "UA")
                .labels(9)
                .ageAndSexJoined()
                .variant(1)
                .names(PatientNameFormat.FIRST_LAST)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(RangeFormat.TILDE, OneSidedRangeFormat.AT_MOST)
                .flags(FlagFormat.STAR_LETTER)
                .maxRows(52),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.ARIAL_NARROW, 9.5, 12.5)
                    .head(DrawnMasthead.FRAME)
                    .grid()
                    .margin(44, 80)
                    .footer("Main laboratory, 8 Temasek Link"),
                left(CorpusColumn.NAME, "Examination", 0, .36),
                left(CorpusColumn.FLAG_VALUE, "Result", .36, .54),
                centered(CorpusColumn.UNITS, "Units", .54, .7),
                centered(CorpusColumn.RANGE, "Ref. Ranges", .7, 1))),
        Layout.forTuning(
            "drawn-ca-units-below",
            TextStyle.international()
                .in(LabRegion.CA)
                .withPanels("CBC", "BMP", "LIPID")
                .labels(8)
                .dates("yyyy-MM-dd", "")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.AT_MOST)
                .flags(FlagFormat.HI_LO),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ROBOTO, 9.5, 13)
                    .head(DrawnMasthead.BAND)
                    .accent(0x333366)
                    .smallFurtherLines()
                    .zebra()
                    .margin(50, 80)
                    .footer("Final report"),
                left(CorpusColumn.NAME, "Test", 0, .42),
                left(CorpusColumn.FLAG, "Flag", .42, .5),
                left(CorpusColumn.VALUE, "Result", .5, .66),
                left(CorpusColumn.RANGE_OVER_UNITS, "Reference / units", .66, 1))));
  }
}
