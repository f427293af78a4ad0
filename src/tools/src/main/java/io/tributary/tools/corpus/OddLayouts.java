package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import java.util.List;

/** Layouts that no family fits. */
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
        Layout.tune(
            "portal-blocks",
            TextStyle.us()
                .of("BMP", "LIPID")
                .labels(1)
                .dates("MMM d, yyyy", "")
                .flags(Flags.WORDS)
                .ranges(Ranges.SPACED, Limits.SIGN),
            HtmlSpecial.blocks(HtmlHead.LETTER, "Standard range: ", true)),
        Layout.tune(
            "portal-blocks-other",
            TextStyle.us()
                .of("CMP", "THY")
                .labels(0)
                .dates("MM/dd/yyyy", "")
                .flags(Flags.LETTERS)
                .ranges(Ranges.PLAIN, Limits.SIGN_GAP),
            HtmlSpecial.blocks(HtmlHead.CENTRE, "Reference Interval: ", false)),
        Layout.tune(
            "letter-by-letter",
            TextStyle.us().of("CBC", "BMP").labels(3).names(Names.UPPER_COMMA).flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle()
                    .letter()
                    .type(Typeface.SERIF, 9, 13)
                    .byLetters()
                    .head(DrawnHead.PAIRS)
                    .rules(),
                USUAL)),
        Layout.tune(
            "letter-by-letter-other",
            TextStyle.elsewhere()
                .of("HEMO", "LFT", "THY")
                .labels(2)
                .flags(Flags.LETTERS)
                .ranges(Ranges.SPACED, Limits.SIGN_GAP),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).byLetters().head(DrawnHead.SIDES),
                left(CorpusColumn.NAME, "Test", 0, .36),
                right(CorpusColumn.VALUE, "Result", .36, .48),
                left(CorpusColumn.FLAG, "", .49, .55),
                left(CorpusColumn.UNITS, "Unit", .56, .74),
                left(CorpusColumn.RANGE, "Normal range", .74, 1))),
        Layout.tune(
            "units-in-name",
            TextStyle.us().of("CBC", "LIPID", "IRON").labels(2).flags(Flags.STAR_LETTER).variant(2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 13).head(DrawnHead.LIST).zebra(),
                left(CorpusColumn.NAME, "Test", 0, .34),
                left(CorpusColumn.VALUE_UNITS, "Result", .34, .6),
                left(CorpusColumn.FLAG, "Flag", .6, .68),
                left(CorpusColumn.RANGE, "Reference", .68, 1))),
        Layout.tune(
            "bad-text-layer",
            TextStyle.us().of("BMP", "LIPID", "THY").labels(1).flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 14).head(DrawnHead.PAIRS).muddled(),
                USUAL)),
        Layout.tune(
            "bad-text-layer-other",
            TextStyle.elsewhere().of("HEMO", "BMP").labels(5).flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 13).head(DrawnHead.BOX).grid().muddled(),
                left(CorpusColumn.NAME, "Investigation", 0, .4),
                left(CorpusColumn.FLAG, "", .4, .45),
                left(CorpusColumn.VALUE, "Result", .45, .6),
                left(CorpusColumn.UNITS, "Units", .6, .78),
                left(CorpusColumn.RANGE, "Range", .78, 1))));
  }
}
