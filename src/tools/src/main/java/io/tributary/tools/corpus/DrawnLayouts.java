package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.centered;
import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Layouts drawn directly into a PDF. */
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
        Layout.forTuning(
            "drawn-us",
            TextStyle.us()
                .withPanels("CBC", "CMP", "LIPID", "THY", "UA")
                .variant(0)
                .notes()
                .maxRows(70),
            new DrawnTable(
                new DrawnStyle().letter().type(Typeface.PLAIN, 9, 13),
                left(CorpusColumn.NAME, "TESTS", 0, .36),
                left(CorpusColumn.VALUE, "RESULT", .36, .5),
                left(CorpusColumn.FLAG, "FLAG", .5, .6),
                left(CorpusColumn.UNITS, "UNITS", .6, .76),
                left(CorpusColumn.RANGE, "REFERENCE INTERVAL", .76, 1))),
        Layout.forTuning(
            "drawn-us-right",
            TextStyle.us()
                .withPanels("CMP", "HEMO", "IRON")
                .labels(1)
                .flags(FlagFormat.DOUBLE)
                .dates("MM/dd/yy", " HH:mm"),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.BOX).type(Typeface.SERIF, 8, 13).rules(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                right(CorpusColumn.VALUE, "Result", .36, .48),
                left(CorpusColumn.FLAG, "", .49, .55),
                right(CorpusColumn.RANGE, "Reference Range", .55, .78),
                left(CorpusColumn.UNITS, "Units", .82, 1))),
        Layout.forTuning(
            "drawn-leaders",
            TextStyle.us()
                .withPanels("BMP", "LFT", "LIPID")
                .labels(3)
                .names(PatientNameFormat.UPPER_COMMA)
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .head(DrawnHead.LIST)
                    .type(Typeface.PLAIN, 9, 13)
                    .dotLeaders()
                    .headersOnce(),
                left(CorpusColumn.NAME, "", 0, .45),
                left(CorpusColumn.VALUE_FLAG, "", .45, .6),
                left(CorpusColumn.UNITS, "", .6, .76),
                left(CorpusColumn.RANGE, "", .76, 1))),
        Layout.forTuning(
            "drawn-in-out",
            TextStyle.us()
                .withPanels("CMP", "LIPID", "CBC")
                .labels(3)
                .upperCaseNames()
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.OR_EQUAL),
            new DrawnTable(
                new DrawnStyle().letter().head(DrawnHead.SIDES).type(Typeface.TYPED, 7.5, 11.5),
                left(CorpusColumn.NAME, "TEST", 0, .36),
                left(CorpusColumn.IN, "IN RANGE", .36, .5),
                left(CorpusColumn.OUT, "OUT OF RANGE", .5, .67),
                left(CorpusColumn.RANGE_UNITS, "REFERENCE RANGE", .67, 1))),
        Layout.forTuning(
            "drawn-two-columns",
            TextStyle.us().withPanels("CBC", "CMP", "LIPID", "UA").labels(0).maxRows(62),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .head(DrawnHead.PAIRS)
                    .type(Typeface.NARROW, 6.5, 11)
                    .twoColumns(),
                left(CorpusColumn.NAME, "Test", 0, .42),
                left(CorpusColumn.VALUE_FLAG, "Result", .42, .59),
                left(CorpusColumn.RANGE, "Range", .59, .79),
                left(CorpusColumn.UNITS, "Units", .79, 1))),
        Layout.forTuning(
            "drawn-by-columns",
            TextStyle.us()
                .withPanels("CBC", "BMP", "THY")
                .labels(1)
                .flags(FlagFormat.WORDS)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP),
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
        Layout.forTuning(
            "drawn-turned",
            TextStyle.us().withPanels("HORM", "TUM", "VIT").labels(2).method().previous(1),
            new DrawnTable(
                new DrawnStyle()
                    .size(new PDRectangle(792, 612), 90)
                    .type(Typeface.PLAIN, 9, 13)
                    .grid()
                    .head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "Test Name", 0, .26),
                right(CorpusColumn.VALUE, "Result", .26, .35),
                centered(CorpusColumn.FLAG, "Flag", .35, .41),
                left(CorpusColumn.UNITS, "Units", .41, .52),
                left(CorpusColumn.RANGE, "Ref. Range", .52, .67),
                left(CorpusColumn.PREVIOUS, "Prior {}", .67, .82),
                left(CorpusColumn.METHOD, "Method", .82, 1))),
        Layout.forTuning(
            "drawn-turned-back",
            TextStyle.us().withPanels("IMM", "BMP", "COAG").labels(0).flags(FlagFormat.STAR),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.LETTER, 270).type(Typeface.PLAIN, 9, 13).zebra(),
                left(CorpusColumn.NAME, "Test Name", 0, .36),
                left(CorpusColumn.FLAG, "", .36, .4),
                left(CorpusColumn.VALUE, "Result", .4, .56),
                left(CorpusColumn.RANGE, "Reference", .56, .78),
                left(CorpusColumn.UNITS, "Units", .78, 1))),
        Layout.forTuning(
            "drawn-pending",
            TextStyle.us()
                .withPanels("CMP", "SERO", "UA")
                .labels(4)
                .pending()
                .flags(FlagFormat.ABNORMAL)
                .notes(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).grid().head(DrawnHead.PAIRS),
                left(CorpusColumn.CODE, "Code", 0, .09),
                left(CorpusColumn.NAME, "Test", .09, .42),
                left(CorpusColumn.VALUE, "Result", .42, .58),
                centered(CorpusColumn.FLAG, "A", .58, .63),
                left(CorpusColumn.UNITS, "Units", .63, .8),
                left(CorpusColumn.RANGE, "Normals", .8, 1))));
  }

  private static List<Layout> elsewhere() {
    return List.of(
        Layout.forTuning(
            "drawn-in",
            TextStyle.international()
                .withPanels("CBC", "RFT", "LFT")
                .labels(4)
                .variant(0)
                .method()
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd/MM/yyyy", " hh:mm a")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.WORDS)
                .flags(FlagFormat.LETTERS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.SANS, 7.5, 12)
                    .head(DrawnHead.SIDES)
                    .headingBackground(),
                left(CorpusColumn.NAME_METHOD, "Test Name", 0, .4),
                left(CorpusColumn.VALUE, "Value", .4, .53),
                left(CorpusColumn.FLAG, "", .53, .58),
                left(CorpusColumn.UNITS, "Unit", .58, .74),
                left(CorpusColumn.RANGE, "Bio. Ref Interval", .74, 1))),
        Layout.forTuning(
            "drawn-in-chain",
            TextStyle.international()
                .withPanels("THY", "DIAB", "VIT", "LIPID", "UA")
                .labels(2)
                .variant(1)
                .names(PatientNameFormat.TITLE_FIRST_LAST)
                .dates("dd-MMM-yyyy", " HH:mm")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.NONE)
                .bothSexes(),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.SERIF, 8, 12.5)
                    .head(DrawnHead.BOX)
                    .grid()
                    .boldAbnormal(),
                left(CorpusColumn.NAME, "PARAMETER", 0, .36),
                centered(CorpusColumn.VALUE, "RESULT", .36, .52),
                centered(CorpusColumn.UNITS, "UNITS", .52, .7),
                left(CorpusColumn.RANGE, "REFERENCE INTERVAL", .7, 1))),
        Layout.forTuning(
            "drawn-uk",
            TextStyle.international()
                .withPanels("BMP", "LFT", "BONE", "INFL", "THY")
                .labels(5)
                .variant(0)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd/MM/yyyy", " HH:mm")
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.STAR),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 8, 12).head(DrawnHead.PAIRS),
                left(CorpusColumn.NAME, "", 0, .42),
                right(CorpusColumn.VALUE, "", .42, .54),
                left(CorpusColumn.FLAG, "", .55, .58),
                left(CorpusColumn.UNITS, "", .6, .78),
                left(CorpusColumn.RANGE, "", .78, 1))),
        Layout.forTuning(
            "drawn-uk-brackets",
            TextStyle.international()
                .withPanels("HEMO", "COAG", "BMP")
                .labels(5)
                .variant(1)
                .names(PatientNameFormat.LAST_COMMA_FIRST)
                .dates("dd MMM yyyy", "")
                .ranges(RangeFormat.SQUARE, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.LETTERS)
                .specimenLines(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).head(DrawnHead.SIDES).rules(),
                left(CorpusColumn.NAME, "Analyte", 0, .38),
                left(CorpusColumn.FLAG_VALUE, "Result", .38, .54),
                left(CorpusColumn.RANGE_UNITS, "Reference interval", .54, 1))),
        Layout.forTuning(
            "drawn-au",
            TextStyle.international()
                .withPanels("HEMO", "IRON", "VIT", "LIPID")
                .labels(2)
                .variant(2)
                .names(PatientNameFormat.UPPER_COMMA)
                .dates("dd/MM/yy", "")
                .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN)
                .flags(FlagFormat.LETTERS)
                .previous(1),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 8, 12).head(DrawnHead.LIST),
                left(CorpusColumn.NAME, "", 0, .34),
                right(CorpusColumn.PREVIOUS, "{}", .34, .48),
                right(CorpusColumn.VALUE, "Latest", .48, .6),
                left(CorpusColumn.FLAG, "", .61, .65),
                left(CorpusColumn.UNITS, "Units", .65, .8),
                left(CorpusColumn.RANGE, "Reference", .8, 1))),
        Layout.forTuning(
            "drawn-ca",
            TextStyle.international()
                .withPanels("BMP", "CBC", "DIAB")
                .labels(1)
                .variant(2)
                .dates("yyyy-MM-dd", " HH:mm")
                .ranges(RangeFormat.TO, OneSidedRangeFormat.AT_MOST)
                .flags(FlagFormat.STAR_LETTER),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 7.5, 12).letter().zebra().head(DrawnHead.BOX),
                left(CorpusColumn.NAME, "Test", 0, .34),
                left(CorpusColumn.VALUE, "Result", .34, .46),
                left(CorpusColumn.UNITS, "Units", .46, .62),
                left(CorpusColumn.RANGE, "Reference", .62, .84),
                left(CorpusColumn.FLAG, "Flag", .84, 1))),
        Layout.forTuning(
            "drawn-eu",
            TextStyle.international()
                .withPanels("LFT", "RFT", "TUM", "COAG")
                .labels(2)
                .decimalComma()
                .dates("dd.MM.yyyy", "")
                .ranges(RangeFormat.EN_DASH, OneSidedRangeFormat.SIGN_GAP)
                .flags(FlagFormat.ARROWS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.NARROW, 9, 13)
                    .head(DrawnHead.PAIRS)
                    .rules()
                    .headingBackground(),
                left(CorpusColumn.NAME, "Examination", 0, .4),
                right(CorpusColumn.VALUE, "Result", .4, .52),
                centered(CorpusColumn.FLAG, "", .52, .57),
                left(CorpusColumn.UNITS, "Unit", .57, .74),
                left(CorpusColumn.RANGE, "Reference", .74, 1))));
  }

  private static List<Layout> odd() {
    return List.of(
        Layout.forTuning(
            "drawn-eu-range-left",
            TextStyle.international()
                .withPanels("HEMO", "BMP", "HORM")
                .labels(1)
                .decimalComma()
                .dates("dd.MM.yyyy", " HH:mm")
                .flags(FlagFormat.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).head(DrawnHead.LIST).grid(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                centered(CorpusColumn.RANGE, "Ref. interval", .36, .56),
                centered(CorpusColumn.UNITS, "Unit", .56, .72),
                right(CorpusColumn.VALUE, "Result", .72, .86),
                centered(CorpusColumn.FLAG, "Flag", .86, 1))),
        Layout.forTuning(
            "drawn-wrapped",
            TextStyle.us()
                .withPanels("CMP", "HORM", "IMM")
                .labels(1)
                .flags(FlagFormat.LETTERS)
                .comparators(.2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 12).grid().head(DrawnHead.BOX),
                left(CorpusColumn.NAME, "Test", 0, .2),
                left(CorpusColumn.VALUE, "Result", .2, .36),
                left(CorpusColumn.FLAG, "Flag", .36, .45),
                left(CorpusColumn.RANGE, "Reference Range", .45, .68),
                left(CorpusColumn.UNITS, "Units", .68, 1))),
        Layout.forTuning(
            "drawn-category",
            TextStyle.us()
                .withPanels("LIPID", "DIAB", "LIPX", "VIT")
                .categories()
                .labels(0)
                .flags(FlagFormat.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SERIF, 8, 11).rules().head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "TEST", 0, .34),
                left(CorpusColumn.VALUE, "RESULT", .34, .48),
                left(CorpusColumn.FLAG, "FLAG", .48, .56),
                left(CorpusColumn.UNITS, "UNITS", .56, .7),
                left(CorpusColumn.RANGE, "INTERPRETATION", .7, 1))),
        Layout.forTuning(
            "drawn-values-only",
            TextStyle.us()
                .withPanels("BMP", "UA", "DRUG")
                .labels(2)
                .flags(FlagFormat.LETTERS)
                .withoutRanges(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 10, 15).head(DrawnHead.LIST).dotLeaders(),
                left(CorpusColumn.NAME, "Test", 0, .5),
                left(CorpusColumn.VALUE, "Result", .5, .66),
                left(CorpusColumn.FLAG, "Flag", .66, .76),
                left(CorpusColumn.UNITS, "Units", .76, 1))),
        Layout.forTuning(
            "drawn-no-units",
            TextStyle.us()
                .withPanels("CBC", "COAG", "PANC", "MISC")
                .labels(3)
                .flags(FlagFormat.LETTERS)
                .withoutUnits(),
            new DrawnTable(
                new DrawnStyle().type(Typeface.TYPED, 9, 14).head(DrawnHead.PAIRS),
                left(CorpusColumn.NAME, "TEST", 0, .5),
                right(CorpusColumn.VALUE, "RESULT", .5, .64),
                left(CorpusColumn.FLAG, "", .65, .7),
                left(CorpusColumn.RANGE, "NORMAL", .74, 1))),
        Layout.forTuning(
            "drawn-upside",
            TextStyle.us()
                .withPanels("CBC", "ACR", "UA")
                .labels(4)
                .flags(FlagFormat.STAR_LETTER)
                .notes(),
            new DrawnTable(
                new DrawnStyle().size(PDRectangle.A4, 180).type(Typeface.PLAIN, 9, 13).rules(),
                left(CorpusColumn.NAME, "Test", 0, .36),
                left(CorpusColumn.VALUE, "Value", .36, .5),
                left(CorpusColumn.FLAG, "*", .5, .56),
                left(CorpusColumn.UNITS, "Unit", .56, .74),
                left(CorpusColumn.RANGE, "Range", .74, 1))),
        Layout.forTuning(
            "drawn-long",
            TextStyle.us()
                .withPanels("CBC", "CMP", "LIPID", "THY", "IRON", "VIT", "HORM", "UA")
                .labels(1)
                .maxRows(110)
                .flags(FlagFormat.DOUBLE)
                .notes()
                .previous(1),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.PLAIN, 9, 13)
                    .head(DrawnHead.PAIRS)
                    .headingBackground(),
                left(CorpusColumn.NAME, "Test Name", 0, .34),
                left(CorpusColumn.VALUE, "Result", .34, .45),
                left(CorpusColumn.FLAG, "Flag", .45, .52),
                left(CorpusColumn.UNITS, "Units", .52, .66),
                left(CorpusColumn.RANGE, "Reference Range", .66, .85),
                left(CorpusColumn.PREVIOUS, "Prev. {}", .85, 1))));
  }
}
