package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** Layouts that belong to no family. */
final class OddLayouts {

  private static final DrawnTable.Column[] USUAL = {
    left(CorpusColumn.NAME, "Test", 0, .36),
    left(CorpusColumn.VALUE, "Result", .36, .5),
    left(CorpusColumn.FLAG, "Flag", .5, .58),
    left(CorpusColumn.UNITS, "Units", .58, .76),
    left(CorpusColumn.RANGE, "Reference Range", .76, 1)
  };

  private OddLayouts() {}

  static List<Layout> all() {
    return List.of(
        Layout.forTuning(
            "portal-blocks",
            TextStyle.us()
                .withPanels("BMP", "LIPID")
                .labels(1)
                .dates("MMM d, yyyy", "")
                .flags(FlagFormat.WORDS)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN),
            HtmlSpecial.blocks(HtmlHead.LETTER, "Standard range: ", true)),
        Layout.forTuning(
            "portal-blocks-other",
            TextStyle.us()
                .withPanels("CMP", "THY")
                .labels(0)
                .dates("MM/dd/yyyy", "")
                .flags(FlagFormat.LETTERS)
                .ranges(RangeFormat.PLAIN, OneSidedRangeFormat.SIGN_GAP),
            HtmlSpecial.blocks(HtmlHead.CENTRE, "Reference Interval: ", false)),
        Layout.forTuning(
            "letter-by-letter",
            TextStyle.us()
                .withPanels("CBC", "BMP")
                .labels(3)
                .names(PatientNameFormat.UPPER_COMMA)
                .flags(FlagFormat.LETTERS),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.SERIF, 9, 13)
                    .letterByLetter()
                    .head(DrawnHead.PAIRS)
                    .rules(),
                USUAL)),
        Layout.forTuning(
            "letter-by-letter-other",
            TextStyle.international()
                .withPanels("HEMO", "LFT", "THY")
                .labels(2)
                .flags(FlagFormat.LETTERS)
                .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).letterByLetter().head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "Test", 0, .36),
                right(CorpusColumn.VALUE, "Result", .36, .48),
                left(CorpusColumn.FLAG, "", .49, .55),
                left(CorpusColumn.UNITS, "Unit", .56, .74),
                left(CorpusColumn.RANGE, "Normal range", .74, 1))),
        Layout.forTuning(
            "units-in-name",
            TextStyle.us()
                .withPanels("CBC", "LIPID", "IRON")
                .labels(2)
                .flags(FlagFormat.STAR_LETTER)
                .variant(2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 13).head(DrawnHead.LIST).zebra(),
                left(CorpusColumn.NAME, "Test", 0, .34),
                left(CorpusColumn.VALUE_UNITS, "Result", .34, .6),
                left(CorpusColumn.FLAG, "Flag", .6, .68),
                left(CorpusColumn.RANGE, "Reference", .68, 1))),
        Layout.forTuning(
            "bad-text-layer",
            TextStyle.us().withPanels("BMP", "LIPID", "THY").labels(1).flags(FlagFormat.LETTERS),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.PLAIN, 9, 14)
                    .head(DrawnHead.PAIRS)
                    .misleadingTextLayer(),
                USUAL)),
        Layout.forTuning(
            "bad-text-layer-other",
            TextStyle.international().withPanels("HEMO", "BMP").labels(5).flags(FlagFormat.STAR),
            new DrawnTable(
                new DrawnStyle()
                    .type(Typeface.SANS, 8, 13)
                    .head(DrawnHead.BOX)
                    .grid()
                    .misleadingTextLayer(),
                left(CorpusColumn.NAME, "Investigation", 0, .4),
                left(CorpusColumn.FLAG, "", .4, .45),
                left(CorpusColumn.VALUE, "Result", .45, .6),
                left(CorpusColumn.UNITS, "Units", .6, .78),
                left(CorpusColumn.RANGE, "Range", .78, 1))));
  }
}
