package io.tributary.bench.report;

import static io.tributary.bench.report.DrawnTable.left;
import static io.tributary.bench.report.DrawnTable.right;

import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.List;

/** Layouts that no family fits. */
final class OddLayouts {

  private static final DrawnTable.Column[] USUAL = {
    left(Col.NAME, "Test", 0, .36),
    left(Col.VALUE, "Result", .36, .5),
    left(Col.FLAG, "Flag", .5, .58),
    left(Col.UNITS, "Units", .58, .76),
    left(Col.RANGE, "Reference Range", .76, 1)
  };

  private OddLayouts() {}

  static List<Layout> all() {
    return List.of(
        Layout.tune(
            "portal-blocks",
            Look.us()
                .of("BMP", "LIPID")
                .labels(1)
                .dates("MMM d, yyyy", "")
                .flags(Flags.WORDS)
                .ranges(Ranges.SPACED, Limits.SIGN),
            HtmlSpecial.blocks(HtmlHead.LETTER, "Standard range: ", true)),
        Layout.tune(
            "portal-blocks-other",
            Look.us()
                .of("CMP", "THY")
                .labels(0)
                .dates("MM/dd/yyyy", "")
                .flags(Flags.LETTERS)
                .ranges(Ranges.PLAIN, Limits.SIGN_GAP),
            HtmlSpecial.blocks(HtmlHead.CENTRE, "Reference Interval: ", false)),
        Layout.tune(
            "letter-by-letter",
            Look.us().of("CBC", "BMP").labels(3).names(Names.UPPER_COMMA).flags(Flags.LETTERS),
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
            Look.elsewhere()
                .of("HEMO", "LFT", "THY")
                .labels(2)
                .flags(Flags.LETTERS)
                .ranges(Ranges.SPACED, Limits.SIGN_GAP),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 13).byLetters().head(DrawnHead.SIDES),
                left(Col.NAME, "Test", 0, .36),
                right(Col.VALUE, "Result", .36, .48),
                left(Col.FLAG, "", .49, .55),
                left(Col.UNITS, "Unit", .56, .74),
                left(Col.RANGE, "Normal range", .74, 1))),
        Layout.tune(
            "units-in-name",
            Look.us().of("CBC", "LIPID", "IRON").labels(2).flags(Flags.STAR_LETTER).variant(2),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 13).head(DrawnHead.LIST).zebra(),
                left(Col.NAME, "Test", 0, .34),
                left(Col.VALUE_UNITS, "Result", .34, .6),
                left(Col.FLAG, "Flag", .6, .68),
                left(Col.RANGE, "Reference", .68, 1))),
        Layout.tune(
            "bad-text-layer",
            Look.us().of("BMP", "LIPID", "THY").labels(1).flags(Flags.LETTERS),
            new DrawnTable(
                new DrawnStyle().type(Typeface.PLAIN, 9, 14).head(DrawnHead.PAIRS).muddled(),
                USUAL)),
        Layout.tune(
            "bad-text-layer-other",
            Look.elsewhere().of("HEMO", "BMP").labels(5).flags(Flags.STAR),
            new DrawnTable(
                new DrawnStyle().type(Typeface.SANS, 8, 13).head(DrawnHead.BOX).grid().muddled(),
                left(Col.NAME, "Investigation", 0, .4),
                left(Col.FLAG, "", .4, .45),
                left(Col.VALUE, "Result", .45, .6),
                left(Col.UNITS, "Units", .6, .78),
                left(Col.RANGE, "Range", .78, 1))));
  }
}
