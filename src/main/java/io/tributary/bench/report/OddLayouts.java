package io.tributary.bench.report;

import static io.tributary.bench.report.DrawnTable.left;
import static io.tributary.bench.report.DrawnTable.right;

import io.tributary.bench.report.DrawnTable.Style;
import io.tributary.bench.report.Look.Flags;
import io.tributary.bench.report.Look.Limits;
import io.tributary.bench.report.Look.Names;
import io.tributary.bench.report.Look.Ranges;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Layouts that no family fits. The second argument says which are kept from tuning. */
final class OddLayouts {
  private static final boolean TUNE = false;
  private static final boolean HELD = true;

  private OddLayouts() {}

  static List<Layout> all() {
    return List.of(
        new Layout(
            "portal-blocks",
            TUNE,
            Look.us()
                .of("BMP", "LIPID")
                .labels(1)
                .dates("MMM d, yyyy", "")
                .flags(Flags.WORDS)
                .ranges(Ranges.SPACED, Limits.SIGN),
            HtmlSpecial.blocks(HtmlHead.LETTER, "Standard range: ", true)),
        new Layout(
            "portal-blocks-other",
            HELD,
            Look.us()
                .of("CMP", "THY")
                .labels(0)
                .dates("MM/dd/yyyy", "")
                .flags(Flags.LETTERS)
                .ranges(Ranges.PLAIN, Limits.SIGN_GAP),
            HtmlSpecial.blocks(HtmlHead.CENTRE, "Reference Interval: ", false)),
        new Layout(
            "letter-by-letter",
            HELD,
            Look.us().of("CBC", "BMP").labels(3).names(Names.UPPER_COMMA).flags(Flags.LETTERS),
            new DrawnTable(
                new Style()
                    .size(PDRectangle.LETTER, 0)
                    .type(Canvas.Type.SERIF, 9, 13)
                    .byLetters()
                    .head(DrawnHead.PAIRS)
                    .rules(),
                left(Col.NAME, "Test", 0, .36),
                left(Col.VALUE, "Result", .36, .5),
                left(Col.FLAG, "Flag", .5, .58),
                left(Col.UNITS, "Units", .58, .76),
                left(Col.RANGE, "Reference Range", .76, 1))),
        new Layout(
            "letter-by-letter-other",
            TUNE,
            Look.elsewhere()
                .of("HEMO", "LFT", "THY")
                .labels(2)
                .flags(Flags.LETTERS)
                .ranges(Ranges.SPACED, Limits.SIGN_GAP),
            new DrawnTable(
                new Style().type(Canvas.Type.PLAIN, 9, 13).byLetters().head(DrawnHead.SIDES),
                left(Col.NAME, "Test", 0, .36),
                right(Col.VALUE, "Result", .36, .48),
                left(Col.FLAG, "", .49, .55),
                left(Col.UNITS, "Unit", .56, .74),
                left(Col.RANGE, "Normal range", .74, 1))),
        new Layout(
            "units-in-name",
            TUNE,
            Look.us().of("CBC", "LIPID", "IRON").labels(2).flags(Flags.STAR_LETTER).variant(2),
            new DrawnTable(
                new Style().type(Canvas.Type.SANS, 8, 13).head(DrawnHead.LIST).zebra(),
                left(Col.NAME, "Test", 0, .34),
                left(Col.VALUE_UNITS, "Result", .34, .6),
                left(Col.FLAG, "Flag", .6, .68),
                left(Col.RANGE, "Reference", .68, 1))),
        new Layout(
            "bad-text-layer",
            TUNE,
            Look.us().of("BMP", "LIPID", "THY").labels(1).flags(Flags.LETTERS),
            new DrawnTable(
                new Style().type(Canvas.Type.PLAIN, 9, 14).head(DrawnHead.PAIRS).muddled(),
                left(Col.NAME, "Test", 0, .36),
                left(Col.VALUE, "Result", .36, .5),
                left(Col.FLAG, "Flag", .5, .58),
                left(Col.UNITS, "Units", .58, .76),
                left(Col.RANGE, "Reference Range", .76, 1))),
        new Layout(
            "bad-text-layer-other",
            HELD,
            Look.elsewhere().of("HEMO", "BMP").labels(5).flags(Flags.STAR),
            new DrawnTable(
                new Style().type(Canvas.Type.SANS, 8, 13).head(DrawnHead.BOX).grid().muddled(),
                left(Col.NAME, "Investigation", 0, .4),
                left(Col.FLAG, "", .4, .45),
                left(Col.VALUE, "Result", .45, .6),
                left(Col.UNITS, "Units", .6, .78),
                left(Col.RANGE, "Range", .78, 1))));
  }
}
