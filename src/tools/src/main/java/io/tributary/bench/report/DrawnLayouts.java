package io.tributary.bench.report;

import static io.tributary.bench.report.DrawnTable.centre;
import static io.tributary.bench.report.DrawnTable.left;
import static io.tributary.bench.report.DrawnTable.right;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Layouts that are drawn sign by sign. */
final class DrawnLayouts {
  private DrawnLayouts() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(american());
    all.addAll(elsewhere());
    all.addAll(odd());
    return all;
  }

  private static List<Layout> american() {
    return List.of(
        Layout.tune(
            "drawn-us",
            Look.us().of("CBC", "CMP", "LIPID", "THY", "UA").variant(0).notes().most(70),
            new DrawnTable(
                new DrawnStyle().letter().type(Typeface.PLAIN, 9, 13),
                left(Col.NAME, "TESTS", 0, .36),
                left(Col.VALUE, "RESULT", .36, .5),
                left(Col.FLAG, "FLAG", .5, .6),
                left(Col.UNITS, "UNITS", .6, .76),
                left(Col.RANGE, "REFERENCE INTERVAL", .76, 1))),
        Layout.tune(
            "drawn-us-right",
            Look.us()
                .of("CMP", "HEMO", "IRON")
                .labels(1)
                .flags(Flags.DOUBLE)
                .dates("MM/dd/yy", " HH:mm"),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.BOX).type(Typeface.SERIF, 8, 13).rules(),
                left(Col.NAME, "Test", 0, .36),
                right(Col.VALUE, "Result", .36, .48),
                left(Col.FLAG, "", .49, .55),
                right(Col.RANGE, "Reference Range", .55, .78),
                left(Col.UNITS, "Units", .82, 1))),
        Layout.tune(
            "drawn-leaders",
            Look.us()
                .of("BMP", "LFT", "LIPID")
                .labels(3)
                .names(Names.UPPER_COMMA)
                .ranges(Ranges.ROUND, Limits.SIGN),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .head(DrawnHead.LIST)
                    .type(Typeface.PLAIN, 9, 13)
                    .leaders()
                    .headsOnce(),
                left(Col.NAME, "", 0, .45),
                left(Col.VALUE_FLAG, "", .45, .6),
                left(Col.UNITS, "", .6, .76),
                left(Col.RANGE, "", .76, 1))),
        Layout.tune(
            "drawn-in-out",
            Look.us()
                .of("CMP", "LIPID", "CBC")
                .labels(3)
                .upper()
                .ranges(Ranges.PLAIN, Limits.OR_EQUAL),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.SIDES).type(Typeface.TYPED, 7.5, 11.5),
                left(Col.NAME, "TEST", 0, .36),
                left(Col.IN, "IN RANGE", .36, .5),
                left(Col.OUT, "OUT OF RANGE", .5, .67),
                left(Col.RANGE_UNITS, "REFERENCE RANGE", .67, 1))),
        Layout.tune(
            "drawn-two-columns",
            Look.us().of("CBC", "CMP", "LIPID", "UA").labels(0).most(62),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .head(DrawnHead.PAIRS)
                    .type(Typeface.NARROW, 6.5, 11)
                    .twice(),
                left(Col.NAME, "Test", 0, .42),
                left(Col.VALUE_FLAG, "Result", .42, .59),
                left(Col.RANGE, "Range", .59, .79),
                left(Col.UNITS, "Units", .79, 1))),
        Layout.tune(
            "drawn-by-columns",
            Look.us()
                .of("CBC", "BMP", "THY")
                .labels(1)
                .flags(Flags.WORDS)
                .ranges(Ranges.SPACED, Limits.SIGN_GAP),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.PLAIN, 9, 14)
                    .byColumns()
                    .zebra()
                    .head(DrawnHead.BOX),
                left(Col.NAME, "Component", 0, .35),
                left(Col.VALUE, "Your value", .35, .5),
                left(Col.RANGE, "Standard range", .5, .7),
                left(Col.UNITS, "Units", .7, .84),
                left(Col.FLAG, "Flag", .84, 1))),
        Layout.tune(
            "drawn-turned",
            Look.us().of("HORM", "TUM", "VIT").labels(2).method().previous(1),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(792, 612), 90)
                    .type(Typeface.PLAIN, 9, 13)
                    .grid()
                    .head(DrawnHead.SIDES),
                left(Col.NAME, "Test Name", 0, .26),
                right(Col.VALUE, "Result", .26, .35),
                centre(Col.FLAG, "Flag", .35, .41),
                left(Col.UNITS, "Units", .41, .52),
                left(Col.RANGE, "Ref. Range", .52, .67),
                left(Col.PREVIOUS, "Prior {}", .67, .82),
                left(Col.METHOD, "Method", .82, 1))),
        Layout.tune(
            "drawn-turned-back",
            Look.us().of("IMM", "BMP", "COAG").labels(0).flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.LETTER, 270).type(Typeface.PLAIN, 9, 13).zebra(),
                left(Col.NAME, "Test Name", 0, .36),
                left(Col.FLAG, "", .36, .4),
                left(Col.VALUE, "Result", .4, .56),
                left(Col.RANGE, "Reference", .56, .78),
                left(Col.UNITS, "Units", .78, 1))),
        Layout.tune(
            "drawn-pending",
            Look.us().of("CMP", "SERO", "UA").labels(4).pending().flags(Flags.ABNORMAL).notes(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).grid().head(DrawnHead.PAIRS),
                left(Col.CODE, "Code", 0, .09),
                left(Col.NAME, "Test", .09, .42),
                left(Col.VALUE, "Result", .42, .58),
                centre(Col.FLAG, "A", .58, .63),
                left(Col.UNITS, "Units", .63, .8),
                left(Col.RANGE, "Normals", .8, 1))));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.tune(
            "drawn-in",
            Look.elsewhere()
                .of("CBC", "RFT", "LFT")
                .labels(4)
                .variant(0)
                .method()
                .names(Names.TITLE_FIRST_LAST)
                .dates("dd/MM/yyyy", " hh:mm a")
                .ranges(Ranges.SPACED, Limits.WORDS)
                .flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).head(DrawnHead.SIDES).headingBars(),
                left(Col.NAME_METHOD, "Test Name", 0, .4),
                left(Col.VALUE, "Value", .4, .53),
                left(Col.FLAG, "", .53, .58),
                left(Col.UNITS, "Unit", .58, .74),
                left(Col.RANGE, "Bio. Ref Interval", .74, 1))),
        Layout.tune(
            "drawn-in-chain",
            Look.elsewhere()
                .of("THY", "DIAB", "VIT", "LIPID", "UA")
                .labels(2)
                .variant(1)
                .names(Names.TITLE_FIRST_LAST)
                .dates("dd-MMM-yyyy", " HH:mm")
                .ranges(Ranges.EN_DASH, Limits.SIGN)
                .flags(Flags.NONE)
                .bothSexes(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.SERIF, 8, 12.5)
                    .head(DrawnHead.BOX)
                    .grid()
                    .boldAbnormal(),
                left(Col.NAME, "PARAMETER", 0, .36),
                centre(Col.VALUE, "RESULT", .36, .52),
                centre(Col.UNITS, "UNITS", .52, .7),
                left(Col.RANGE, "REFERENCE INTERVAL", .7, 1))),
        Layout.tune(
            "drawn-uk",
            Look.elsewhere()
                .of("BMP", "LFT", "BONE", "INFL", "THY")
                .labels(5)
                .variant(0)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.SPACED, Limits.SIGN)
                .flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 8, 12).head(DrawnHead.PAIRS),
                left(Col.NAME, "", 0, .42),
                right(Col.VALUE, "", .42, .54),
                left(Col.FLAG, "", .55, .58),
                left(Col.UNITS, "", .6, .78),
                left(Col.RANGE, "", .78, 1))),
        Layout.tune(
            "drawn-uk-brackets",
            Look.elsewhere()
                .of("HEMO", "COAG", "BMP")
                .labels(5)
                .variant(1)
                .names(Names.LAST_COMMA_FIRST)
                .dates("dd MMM yyyy", "")
                .ranges(Ranges.SQUARE, Limits.SIGN)
                .flags(Flags.LETTERS)
                .specimenLines(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).head(DrawnHead.SIDES).rules(),
                left(Col.NAME, "Analyte", 0, .38),
                left(Col.FLAG_VALUE, "Result", .38, .54),
                left(Col.RANGE_UNITS, "Reference interval", .54, 1))),
        Layout.tune(
            "drawn-au",
            Look.elsewhere()
                .of("HEMO", "IRON", "VIT", "LIPID")
                .labels(2)
                .variant(2)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yy", "")
                .ranges(Ranges.ROUND, Limits.SIGN)
                .flags(Flags.LETTERS)
                .previous(1),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 8, 12).head(DrawnHead.LIST),
                left(Col.NAME, "", 0, .34),
                right(Col.PREVIOUS, "{}", .34, .48),
                right(Col.VALUE, "Latest", .48, .6),
                left(Col.FLAG, "", .61, .65),
                left(Col.UNITS, "Units", .65, .8),
                left(Col.RANGE, "Reference", .8, 1))),
        Layout.tune(
            "drawn-ca",
            Look.elsewhere()
                .of("BMP", "CBC", "DIAB")
                .labels(1)
                .variant(2)
                .dates("yyyy-MM-dd", " HH:mm")
                .ranges(Ranges.TO, Limits.AT_MOST)
                .flags(Flags.STAR_LETTER),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).letter().zebra().head(DrawnHead.BOX),
                left(Col.NAME, "Test", 0, .34),
                left(Col.VALUE, "Result", .34, .46),
                left(Col.UNITS, "Units", .46, .62),
                left(Col.RANGE, "Reference", .62, .84),
                left(Col.FLAG, "Flag", .84, 1))),
        Layout.tune(
            "drawn-eu",
            Look.elsewhere()
                .of("LFT", "RFT", "TUM", "COAG")
                .labels(2)
                .comma()
                .dates("dd.MM.yyyy", "")
                .ranges(Ranges.EN_DASH, Limits.SIGN_GAP)
                .flags(Flags.ARROWS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.NARROW, 9, 13)
                    .head(DrawnHead.PAIRS)
                    .rules()
                    .headingBars(),
                left(Col.NAME, "Examination", 0, .4),
                right(Col.VALUE, "Result", .4, .52),
                centre(Col.FLAG, "", .52, .57),
                left(Col.UNITS, "Unit", .57, .74),
                left(Col.RANGE, "Reference", .74, 1))));
  }

  private static List<Layout> odd() {
    return List.of(
        Layout.tune(
            "drawn-eu-range-left",
            Look.elsewhere()
                .of("HEMO", "BMP", "HORM")
                .labels(1)
                .comma()
                .dates("dd.MM.yyyy", " HH:mm")
                .flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).head(DrawnHead.LIST).grid(),
                left(Col.NAME, "Test", 0, .36),
                centre(Col.RANGE, "Ref. interval", .36, .56),
                centre(Col.UNITS, "Unit", .56, .72),
                right(Col.VALUE, "Result", .72, .86),
                centre(Col.FLAG, "Flag", .86, 1))),
        Layout.tune(
            "drawn-wrapped",
            Look.us().of("CMP", "HORM", "IMM").labels(1).flags(Flags.LETTERS).comparators(.2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 12).grid().head(DrawnHead.BOX),
                left(Col.NAME, "Test", 0, .2),
                left(Col.VALUE, "Result", .2, .36),
                left(Col.FLAG, "Flag", .36, .45),
                left(Col.RANGE, "Reference Range", .45, .68),
                left(Col.UNITS, "Units", .68, 1))),
        Layout.tune(
            "drawn-category",
            Look.us()
                .of("LIPID", "DIAB", "LIPX", "VIT")
                .categories()
                .labels(0)
                .flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SERIF, 8, 11).rules().head(DrawnHead.SIDES),
                left(Col.NAME, "TEST", 0, .34),
                left(Col.VALUE, "RESULT", .34, .48),
                left(Col.FLAG, "FLAG", .48, .56),
                left(Col.UNITS, "UNITS", .56, .7),
                left(Col.RANGE, "INTERPRETATION", .7, 1))),
        Layout.tune(
            "drawn-values-only",
            Look.us().of("BMP", "UA", "DRUG").labels(2).flags(Flags.LETTERS).withoutRanges(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 10, 15).head(DrawnHead.LIST).leaders(),
                left(Col.NAME, "Test", 0, .5),
                left(Col.VALUE, "Result", .5, .66),
                left(Col.FLAG, "Flag", .66, .76),
                left(Col.UNITS, "Units", .76, 1))),
        Layout.tune(
            "drawn-no-units",
            Look.us()
                .of("CBC", "COAG", "PANC", "MISC")
                .labels(3)
                .flags(Flags.LETTERS)
                .withoutUnits(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 9, 14).head(DrawnHead.PAIRS),
                left(Col.NAME, "TEST", 0, .5),
                right(Col.VALUE, "RESULT", .5, .64),
                left(Col.FLAG, "", .65, .7),
                left(Col.RANGE, "NORMAL", .74, 1))),
        Layout.tune(
            "drawn-upside",
            Look.us().of("CBC", "ACR", "UA").labels(4).flags(Flags.STAR_LETTER).notes(),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.A4, 180).type(Typeface.PLAIN, 9, 13).rules(),
                left(Col.NAME, "Test", 0, .36),
                left(Col.VALUE, "Value", .36, .5),
                left(Col.FLAG, "*", .5, .56),
                left(Col.UNITS, "Unit", .56, .74),
                left(Col.RANGE, "Range", .74, 1))),
        Layout.tune(
            "drawn-long",
            Look.us()
                .of("CBC", "CMP", "LIPID", "THY", "IRON", "VIT", "HORM", "UA")
                .labels(1)
                .most(110)
                .flags(Flags.DOUBLE)
                .notes()
                .previous(1),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.PLAIN, 9, 13)
                    .head(DrawnHead.PAIRS)
                    .headingBars(),
                left(Col.NAME, "Test Name", 0, .34),
                left(Col.VALUE, "Result", .34, .45),
                left(Col.FLAG, "Flag", .45, .52),
                left(Col.UNITS, "Units", .52, .66),
                left(Col.RANGE, "Reference Range", .66, .85),
                left(Col.PREVIOUS, "Prev. {}", .85, 1))));
  }
}
