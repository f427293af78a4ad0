package io.tributary.bench.report;

import static io.tributary.bench.report.DrawnTable.centre;
import static io.tributary.bench.report.DrawnTable.left;
import static io.tributary.bench.report.DrawnTable.right;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import io.tributary.bench.report.Look.Thousands;
import io.tributary.bench.report.Look.Told;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Layouts drawn sign by sign under mastheads with signs, frames and bands. */
final class DrawnMastheadLayouts {
  private DrawnMastheadLayouts() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(american());
    all.addAll(elsewhere());
    return all;
  }

  private static List<Layout> american() {
    return List.of(
        Layout.tune(
            "drawn-frame",
            Look.us()
                .in(Region.US)
                .of("CBC", "CMP", "LIPID", "VIT", "UA")
                .labels(1)
                .names(Names.LAST_COMMA_FIRST)
                .ranges(Ranges.SPACED, Limits.LESS_THAN)
                .flags(Flags.LETTERS)
                .most(60),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ARIAL, 8.5, 12.5)
                    .head(DrawnMasthead.FRAME)
                    .accent(0x1f5fa8)
                    .headBar()
                    .verticals()
                    .margin(36, 80)
                    .footer(
                        "Performed at: Main Laboratory, 2210 N. Alder Ave, Fairmont, TX 78214",
                        "H = High, L = Low, A = Abnormal. Printed 2 copies."),
                left(Col.NAME, "Test", 0, .36),
                centre(Col.VALUE, "Result", .36, .48),
                centre(Col.FLAG, "Flag", .48, .54),
                left(Col.RANGE, "Reference", .54, .78),
                left(Col.UNITS, "Units", .78, 1))),
        Layout.tune(
            "drawn-letter",
            Look.us()
                .in(Region.US)
                .of("CBCQ", "LYMPH", "VIRAL", "BMP")
                .labels(0)
                .variant(1)
                .names(Names.FIRST_LAST)
                .dates("MMM dd, yyyy", "")
                .ranges(Ranges.TO, Limits.SIGN)
                .flags(Flags.ROUND),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.TIMES, 10, 13.5)
                    .head(DrawnMasthead.LETTER)
                    .headingsLined()
                    .margin(60, 90)
                    .footer("This is a final report."),
                left(Col.NAME, "", 0, .42),
                right(Col.VALUE, "Result", .42, .54),
                left(Col.FLAG, "", .545, .6),
                left(Col.UNITS, "Units", .61, .77),
                left(Col.RANGE, "Normal Range", .77, 1))),
        Layout.tune(
            "drawn-dense",
            Look.us()
                .in(Region.US)
                .of("CBC", "CMP", "LIPID", "THY", "IRON")
                .labels(3)
                .upper()
                .names(Names.UPPER_COMMA)
                .dates("MM/dd/yy", " HH:mm")
                .ranges(Ranges.PLAIN, Limits.ASCII_EQUAL)
                .flags(Flags.SQUARE)
                .most(56),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ROBOTO_NARROW, 7.5, 10)
                    .head(DrawnMasthead.DENSE)
                    .margin(30, 50),
                left(Col.CODE, "CODE", 0, .08),
                left(Col.NAME, "ORDERED TEST", .08, .38),
                right(Col.VALUE, "RESULT", .38, .48),
                left(Col.FLAG, "", .485, .53),
                left(Col.UNITS, "UNITS", .54, .68),
                left(Col.RANGE, "REFERENCE", .68, .84),
                left(Col.STATE, "STATUS", .84, .92),
                left(Col.SITE, "SITE", .92, 1))),
        Layout.tune(
            "drawn-gauges",
            Look.us()
                .in(Region.US)
                .of("LIPID", "IRON", "INFL")
                .labels(1)
                .names(Names.FIRST_LAST)
                .dates("MMMM d, yyyy", "")
                .ranges(Ranges.EN_DASH, Limits.BELOW)
                .flags(Flags.STATUS)
                .without(Told.RECEIVED, Told.DOCTOR),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.LATO, 10, 24)
                    .head(DrawnMasthead.BAND)
                    .accent(0x0f4c4a)
                    .boldValues()
                    .rules(),
                left(Col.NAME, "Marker", 0, .32),
                left(Col.VALUE_UNITS, "You", .32, .52),
                left(Col.BAR, "", .52, .68),
                left(Col.RANGE, "Target", .69, .85),
                left(Col.FLAG, "Status", .86, 1))),
        Layout.tune(
            "drawn-half-sheet",
            Look.us()
                .in(Region.US)
                .of("GAS", "MISC")
                .labels(3)
                .names(Names.UPPER_COMMA)
                .dates("MM/dd/yyyy", " HH:mm")
                .ranges(Ranges.TO, Limits.LESS_THAN)
                .flags(Flags.PANIC)
                .most(16),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(595, 480), 0)
                    .type(Typeface.COURIER, 8.5, 12)
                    .head(DrawnMasthead.DENSE)
                    .margin(34, 40),
                left(Col.NAME, "", 0, .3),
                right(Col.VALUE, "", .3, .4),
                left(Col.UNITS, "", .42, .54),
                left(Col.RANGE, "", .54, .78),
                left(Col.FLAG, "", .78, 1))),
        Layout.tune(
            "drawn-in-numbered",
            Look.us()
                .in(Region.IN)
                .of("CBCI", "LIPID", "RFT", "VIT")
                .labels(6)
                .joined()
                .variant(1)
                .names(Names.TITLE_UPPER)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.SPACED, Limits.SIGN_GAP)
                .flags(Flags.LETTERS)
                .thousands(Thousands.COMMAS)
                .method()
                .remarks()
                .most(44),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.CALIBRI, 10, 13)
                    .head(DrawnMasthead.FRAME)
                    .accent(0x8a1c1c)
                    .smallBelow()
                    .boldAbnormal()
                    .headingsCentred()
                    .watermark("DUPLICATE")
                    .margin(40, 80)
                    .footer("*** End of each page is marked *** Reg. 560999", "Ask for the scope."),
                left(Col.NUMBER, "S.No", 0, .06),
                left(Col.NAME_METHOD, "Investigation", .06, .46),
                left(Col.VALUE_FLAG, "Result", .46, .6),
                left(Col.RANGE, "Reference Value", .6, .82),
                left(Col.UNITS, "Unit", .82, 1))),
        Layout.tune(
            "drawn-in-frames",
            Look.us()
                .in(Region.IN)
                .of("HPLC", "LFT", "WIDAL", "UA", "BB")
                .labels(2)
                .joined()
                .names(Names.TITLE_FIRST_LAST)
                .dates("dd-MMM-yyyy", "")
                .ranges(Ranges.SPACED, Limits.WORDS)
                .flags(Flags.STAR)
                .bothSexes(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.ARIAL, 9, 13)
                    .head(DrawnMasthead.LETTER)
                    .framed()
                    .headingsCentred()
                    .headsOnce()
                    .margin(48, 90),
                left(Col.NAME, "TEST", 0, .4),
                left(Col.VALUE_FLAG, "VALUE", .4, .56),
                left(Col.UNITS, "UNIT", .56, .7),
                left(Col.RANGE, "NORMAL RANGE", .7, 1))));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.tune(
            "drawn-uk-network",
            Look.elsewhere()
                .in(Region.UK)
                .of("BMP", "BONE", "SPE", "HEMO", "ACRM")
                .labels(5)
                .names(Names.COMMA_TITLE)
                .dates("dd.MM.yy", " HH:mm")
                .ranges(Ranges.WIDE_DASH, Limits.SIGN)
                .flags(Flags.TRIANGLES)
                .specimenLines(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.NARROW, 8.5, 12)
                    .head(DrawnMasthead.BAND)
                    .accent(0x003087)
                    .margin(50, 80)
                    .footer("Enquiries 01632 960417. Duty biochemist 09:00 to 17:00."),
                left(Col.NAME, "Test", 0, .4),
                right(Col.VALUE, "Result", .4, .52),
                centre(Col.FLAG, "", .52, .57),
                left(Col.UNITS, "", .58, .76),
                right(Col.RANGE, "Reference range", .76, 1))),
        Layout.tune(
            "drawn-au-serial",
            Look.elsewhere()
                .in(Region.AU)
                .of("BMP", "LFT", "IRON", "LIPID")
                .labels(7)
                .variant(0)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yyyy", "")
                .ranges(Ranges.ROUND_DASH, Limits.SIGN)
                .flags(Flags.LETTERS)
                .previous(3),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.COURIER, 7.5, 11)
                    .head(DrawnMasthead.DENSE)
                    .margin(36, 70)
                    .headingsLined(),
                left(Col.NAME, "", 0, .26),
                right(Col.PREVIOUS_3, "{}", .26, .38),
                right(Col.PREVIOUS_2, "{}", .38, .5),
                right(Col.PREVIOUS, "{}", .5, .62),
                right(Col.VALUE_FLAG, "Latest", .62, .72),
                left(Col.UNITS, "Units", .73, .85),
                left(Col.RANGE, "Range", .85, 1))),
        Layout.tune(
            "drawn-eu-ledger",
            Look.elsewhere()
                .in(Region.EU)
                .of("HEMO", "COAG", "LFT", "HORM")
                .comma()
                .labels(7)
                .names(Names.LAST_COMMA_FIRST)
                .dates("dd.MM.yyyy", "")
                .ranges(Ranges.SPACED, Limits.SIGN)
                .flags(Flags.PLUS_MINUS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.CAMBRIA, 9.5, 13)
                    .head(DrawnMasthead.LETTER)
                    .headingBars()
                    .leaders()
                    .margin(54, 90)
                    .footer("Accredited to ISO 15189 - www.example.org"),
                left(Col.NAME, "Test", 0, .36),
                right(Col.VALUE, "Result", .36, .47),
                centre(Col.FLAG, "", .47, .53),
                left(Col.UNITS, "Unit", .54, .7),
                left(Col.RANGE, "Reference area", .7, .88),
                left(Col.BAR, "", .88, 1))),
        Layout.tune(
            "drawn-za-wide",
            Look.elsewhere()
                .in(Region.ZA)
                .of("RFT", "LIPID", "THY", "INFL")
                .labels(0)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.FROM_TO, Limits.LESS_THAN)
                .flags(Flags.WORDS)
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
                left(Col.NAME, "Analyte", 0, .26),
                left(Col.METHOD, "Principle", .26, .42),
                right(Col.VALUE, "Finding", .42, .52),
                left(Col.UNITS, "Unit", .53, .65),
                left(Col.RANGE, "Biological interval", .65, .86),
                left(Col.FLAG, "Comment", .86, 1))),
        Layout.tune(
            "drawn-sg",
            Look.elsewhere()
                .in(Region.SG)
                .of("CBC", "RFT", "LIPID", "UA")
                .labels(9)
                .joined()
                .variant(1)
                .names(Names.FIRST_LAST)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.TILDE, Limits.AT_MOST)
                .flags(Flags.STAR_LETTER)
                .most(52),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.ARIAL_NARROW, 9.5, 12.5)
                    .head(DrawnMasthead.FRAME)
                    .grid()
                    .margin(44, 80)
                    .footer("Main laboratory, 8 Temasek Link"),
                left(Col.NAME, "Examination", 0, .36),
                left(Col.FLAG_VALUE, "Result", .36, .54),
                centre(Col.UNITS, "Units", .54, .7),
                centre(Col.RANGE, "Ref. Ranges", .7, 1))),
        Layout.tune(
            "drawn-ca-units-below",
            Look.elsewhere()
                .in(Region.CA)
                .of("CBC", "BMP", "LIPID")
                .labels(8)
                .dates("yyyy-MM-dd", "")
                .ranges(Ranges.EN_DASH, Limits.AT_MOST)
                .flags(Flags.HI_LO),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.ROBOTO, 9.5, 13)
                    .head(DrawnMasthead.BAND)
                    .accent(0x333366)
                    .smallBelow()
                    .zebra()
                    .margin(50, 80)
                    .footer("Final report"),
                left(Col.NAME, "Test", 0, .42),
                left(Col.FLAG, "Flag", .42, .5),
                left(Col.VALUE, "Result", .5, .66),
                left(Col.RANGE_OVER_UNITS, "Reference / units", .66, 1))));
  }
}
