package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.centre;
import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
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
            TextStyle.us().of("CBC", "CMP", "LIPID", "THY", "UA").variant(0).notes().most(70),
            new DrawnTable(
                new DrawnStyle().letter().type(Typeface.PLAIN, 9, 13),
                left(CorpusColumn.NAME, "TESTS", 0, .36),
                left(CorpusColumn.VALUE, "RESULT", .36, .5),
                left(CorpusColumn.FLAG, "FLAG", .5, .6),
                left(CorpusColumn.UNITS, "UNITS", .6, .76),
                left(CorpusColumn.RANGE, "REFERENCE INTERVAL", .76, 1))),
        Layout.tune(
            "drawn-us-right",
            TextStyle.us()
                .of("CMP", "HEMO", "IRON")
                .labels(1)
                .flags(Flags.DOUBLE)
                .dates("MM/dd/yy", " HH:mm"),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.BOX).type(Typeface.SERIF, 8, 13).rules(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                right(CorpusColumn.VALUE, "Result", .36, .48),
                left(CorpusColumn.FLAG, "", .49, .55),
                right(CorpusColumn.RANGE, "Reference Range", .55, .78),
                left(CorpusColumn.UNITS, "Units", .82, 1))),
        Layout.tune(
            "drawn-leaders",
            TextStyle.us()
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
                left(CorpusColumn.NAME, "", 0, .45),
                left(CorpusColumn.VALUE_FLAG, "", .45, .6),
                left(CorpusColumn.UNITS, "", .6, .76),
                left(CorpusColumn.RANGE, "", .76, 1))),
        Layout.tune(
            "drawn-in-out",
            TextStyle.us()
                .of("CMP", "LIPID", "CBC")
                .labels(3)
                .upper()
                .ranges(Ranges.PLAIN, Limits.OR_EQUAL),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.SIDES).type(Typeface.TYPED, 7.5, 11.5),
                left(CorpusColumn.NAME, "TEST", 0, .36),
                left(CorpusColumn.IN, "IN RANGE", .36, .5),
                left(CorpusColumn.OUT, "OUT OF RANGE", .5, .67),
                left(CorpusColumn.RANGE_UNITS, "REFERENCE RANGE", .67, 1))),
        Layout.tune(
            "drawn-two-columns",
            TextStyle.us().of("CBC", "CMP", "LIPID", "UA").labels(0).most(62),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .head(DrawnHead.PAIRS)
                    .type(Typeface.NARROW, 6.5, 11)
                    .twice(),
                left(CorpusColumn.NAME, "Test", 0, .42),
                left(CorpusColumn.VALUE_FLAG, "Result", .42, .59),
                left(CorpusColumn.RANGE, "Range", .59, .79),
                left(CorpusColumn.UNITS, "Units", .79, 1))),
        Layout.tune(
            "drawn-by-columns",
            TextStyle.us()
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
                left(CorpusColumn.NAME, "Component", 0, .35),
                left(CorpusColumn.VALUE, "Your value", .35, .5),
                left(CorpusColumn.RANGE, "Standard range", .5, .7),
                left(CorpusColumn.UNITS, "Units", .7, .84),
                left(CorpusColumn.FLAG, "Flag", .84, 1))),
        Layout.tune(
            "drawn-turned",
            TextStyle.us().of("HORM", "TUM", "VIT").labels(2).method().previous(1),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(792, 612), 90)
                    .type(Typeface.PLAIN, 9, 13)
                    .grid()
                    .head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "Test Name", 0, .26),
                right(CorpusColumn.VALUE, "Result", .26, .35),
                centre(CorpusColumn.FLAG, "Flag", .35, .41),
                left(CorpusColumn.UNITS, "Units", .41, .52),
                left(CorpusColumn.RANGE, "Ref. Range", .52, .67),
                left(CorpusColumn.PREVIOUS, "Prior {}", .67, .82),
                left(CorpusColumn.METHOD, "Method", .82, 1))),
        Layout.tune(
            "drawn-turned-back",
            TextStyle.us().of("IMM", "BMP", "COAG").labels(0).flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.LETTER, 270).type(Typeface.PLAIN, 9, 13).zebra(),
                left(CorpusColumn.NAME, "Test Name", 0, .36),
                left(CorpusColumn.FLAG, "", .36, .4),
                left(CorpusColumn.VALUE, "Result", .4, .56),
                left(CorpusColumn.RANGE, "Reference", .56, .78),
                left(CorpusColumn.UNITS, "Units", .78, 1))),
        Layout.tune(
            "drawn-pending",
            TextStyle.us()
                .of("CMP", "SERO", "UA")
                .labels(4)
                .pending()
                .flags(Flags.ABNORMAL)
                .notes(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).grid().head(DrawnHead.PAIRS),
                left(CorpusColumn.CODE, "Code", 0, .09),
                left(CorpusColumn.NAME, "Test", .09, .42),
                left(CorpusColumn.VALUE, "Result", .42, .58),
                centre(CorpusColumn.FLAG, "A", .58, .63),
                left(CorpusColumn.UNITS, "Units", .63, .8),
                left(CorpusColumn.RANGE, "Normals", .8, 1))));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.tune(
            "drawn-in",
            TextStyle.elsewhere()
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
                left(CorpusColumn.NAME_METHOD, "Test Name", 0, .4),
                left(CorpusColumn.VALUE, "Value", .4, .53),
                left(CorpusColumn.FLAG, "", .53, .58),
                left(CorpusColumn.UNITS, "Unit", .58, .74),
                left(CorpusColumn.RANGE, "Bio. Ref Interval", .74, 1))),
        Layout.tune(
            "drawn-in-chain",
            TextStyle.elsewhere()
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
                left(CorpusColumn.NAME, "PARAMETER", 0, .36),
                centre(CorpusColumn.VALUE, "RESULT", .36, .52),
                centre(CorpusColumn.UNITS, "UNITS", .52, .7),
                left(CorpusColumn.RANGE, "REFERENCE INTERVAL", .7, 1))),
        Layout.tune(
            "drawn-uk",
            TextStyle.elsewhere()
                .of("BMP", "LFT", "BONE", "INFL", "THY")
                .labels(5)
                .variant(0)
                .names(Names.UPPER_COMMA)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(Ranges.SPACED, Limits.SIGN)
                .flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 8, 12).head(DrawnHead.PAIRS),
                left(CorpusColumn.NAME, "", 0, .42),
                right(CorpusColumn.VALUE, "", .42, .54),
                left(CorpusColumn.FLAG, "", .55, .58),
                left(CorpusColumn.UNITS, "", .6, .78),
                left(CorpusColumn.RANGE, "", .78, 1))),
        Layout.tune(
            "drawn-uk-brackets",
            TextStyle.elsewhere()
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
                left(CorpusColumn.NAME, "Analyte", 0, .38),
                left(CorpusColumn.FLAG_VALUE, "Result", .38, .54),
                left(CorpusColumn.RANGE_UNITS, "Reference interval", .54, 1))),
        Layout.tune(
            "drawn-au",
            TextStyle.elsewhere()
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
                left(CorpusColumn.NAME, "", 0, .34),
                right(CorpusColumn.PREVIOUS, "{}", .34, .48),
                right(CorpusColumn.VALUE, "Latest", .48, .6),
                left(CorpusColumn.FLAG, "", .61, .65),
                left(CorpusColumn.UNITS, "Units", .65, .8),
                left(CorpusColumn.RANGE, "Reference", .8, 1))),
        Layout.tune(
            "drawn-ca",
            TextStyle.elsewhere()
                .of("BMP", "CBC", "DIAB")
                .labels(1)
                .variant(2)
                .dates("yyyy-MM-dd", " HH:mm")
                .ranges(Ranges.TO, Limits.AT_MOST)
                .flags(Flags.STAR_LETTER),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).letter().zebra().head(DrawnHead.BOX),
                left(CorpusColumn.NAME, "Test", 0, .34),
                left(CorpusColumn.VALUE, "Result", .34, .46),
                left(CorpusColumn.UNITS, "Units", .46, .62),
                left(CorpusColumn.RANGE, "Reference", .62, .84),
                left(CorpusColumn.FLAG, "Flag", .84, 1))),
        Layout.tune(
            "drawn-eu",
            TextStyle.elsewhere()
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
                left(CorpusColumn.NAME, "Examination", 0, .4),
                right(CorpusColumn.VALUE, "Result", .4, .52),
                centre(CorpusColumn.FLAG, "", .52, .57),
                left(CorpusColumn.UNITS, "Unit", .57, .74),
                left(CorpusColumn.RANGE, "Reference", .74, 1))));
  }

  private static List<Layout> odd() {
    return List.of(
        Layout.tune(
            "drawn-eu-range-left",
            TextStyle.elsewhere()
                .of("HEMO", "BMP", "HORM")
                .labels(1)
                .comma()
                .dates("dd.MM.yyyy", " HH:mm")
                .flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).head(DrawnHead.LIST).grid(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                centre(CorpusColumn.RANGE, "Ref. interval", .36, .56),
                centre(CorpusColumn.UNITS, "Unit", .56, .72),
                right(CorpusColumn.VALUE, "Result", .72, .86),
                centre(CorpusColumn.FLAG, "Flag", .86, 1))),
        Layout.tune(
            "drawn-wrapped",
            TextStyle.us().of("CMP", "HORM", "IMM").labels(1).flags(Flags.LETTERS).comparators(.2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 12).grid().head(DrawnHead.BOX),
                left(CorpusColumn.NAME, "Test", 0, .2),
                left(CorpusColumn.VALUE, "Result", .2, .36),
                left(CorpusColumn.FLAG, "Flag", .36, .45),
                left(CorpusColumn.RANGE, "Reference Range", .45, .68),
                left(CorpusColumn.UNITS, "Units", .68, 1))),
        Layout.tune(
            "drawn-category",
            TextStyle.us()
                .of("LIPID", "DIAB", "LIPX", "VIT")
                .categories()
                .labels(0)
                .flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SERIF, 8, 11).rules().head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "TEST", 0, .34),
                left(CorpusColumn.VALUE, "RESULT", .34, .48),
                left(CorpusColumn.FLAG, "FLAG", .48, .56),
                left(CorpusColumn.UNITS, "UNITS", .56, .7),
                left(CorpusColumn.RANGE, "INTERPRETATION", .7, 1))),
        Layout.tune(
            "drawn-values-only",
            TextStyle.us().of("BMP", "UA", "DRUG").labels(2).flags(Flags.LETTERS).withoutRanges(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 10, 15).head(DrawnHead.LIST).leaders(),
                left(CorpusColumn.NAME, "Test", 0, .5),
                left(CorpusColumn.VALUE, "Result", .5, .66),
                left(CorpusColumn.FLAG, "Flag", .66, .76),
                left(CorpusColumn.UNITS, "Units", .76, 1))),
        Layout.tune(
            "drawn-no-units",
            TextStyle.us()
                .of("CBC", "COAG", "PANC", "MISC")
                .labels(3)
                .flags(Flags.LETTERS)
                .withoutUnits(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 9, 14).head(DrawnHead.PAIRS),
                left(CorpusColumn.NAME, "TEST", 0, .5),
                right(CorpusColumn.VALUE, "RESULT", .5, .64),
                left(CorpusColumn.FLAG, "", .65, .7),
                left(CorpusColumn.RANGE, "NORMAL", .74, 1))),
        Layout.tune(
            "drawn-upside",
            TextStyle.us().of("CBC", "ACR", "UA").labels(4).flags(Flags.STAR_LETTER).notes(),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.A4, 180).type(Typeface.PLAIN, 9, 13).rules(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                left(CorpusColumn.VALUE, "Value", .36, .5),
                left(CorpusColumn.FLAG, "*", .5, .56),
                left(CorpusColumn.UNITS, "Unit", .56, .74),
                left(CorpusColumn.RANGE, "Range", .74, 1))),
        Layout.tune(
            "drawn-long",
            TextStyle.us()
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
                left(CorpusColumn.NAME, "Test Name", 0, .34),
                left(CorpusColumn.VALUE, "Result", .34, .45),
                left(CorpusColumn.FLAG, "Flag", .45, .52),
                left(CorpusColumn.UNITS, "Units", .52, .66),
                left(CorpusColumn.RANGE, "Reference Range", .66, .85),
                left(CorpusColumn.PREVIOUS, "Prev. {}", .85, 1))));
  }
}
