package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.centre;
import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.Flags;
import io.tributary.tools.corpus.TextStyle.Limits;
import io.tributary.tools.corpus.TextStyle.Names;
import io.tributary.tools.corpus.TextStyle.Ranges;
import java.util.List;

/** Reports of Ireland, Germany and Australia drawn sign by sign; kept from tuning. */
final class DrawnCountryLayouts {
  private DrawnCountryLayouts() {}

  static List<Layout> all() {
    return List.of(ireland(), germany(), australia());
  }

  /** Units and ranges before the results, the latest first; panels go on under their names. */
  private static Layout ireland() {
    return Layout.held(
        "ie-latest-first",
        TextStyle.elsewhere()
            .in(LabRegion.IRELAND)
            .of("HEMO", "DIFF", "BMP", "LFT", "BONE", "INFL")
            .labels(15)
            .variant(1)
            .names(Names.UPPER_COMMA)
            .dates("dd/MM/yy", "")
            .ranges(Ranges.TO, Limits.SIGN)
            .flags(Flags.LETTERS)
            .previous(2)
            .most(52),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.PLAY, 9, 13.5)
                .head(DrawnCountryHeads.IRELAND)
                .accent(0x1e5b3a)
                .boldAbnormal()
                .headingsAgain()
                .rules()
                .margin(40, 72)
                .footer(
                    "H above, L below the reference range. Ranges are for adults.",
                    "INAB accredited, registration 999MT."),
            left(CorpusColumn.NAME, "Test", 0, .3),
            left(CorpusColumn.UNITS, "Units", .3, .45),
            left(CorpusColumn.RANGE, "Ref. Range", .46, .6),
            right(CorpusColumn.VALUE_FLAG, "Current", .6, .73),
            right(CorpusColumn.PREVIOUS, "{}", .74, .87),
            right(CorpusColumn.PREVIOUS_2, "{}", .87, 1)));
  }

  /** Dots lead from the analysis to its mark; the result before stands at the edge. */
  private static Layout germany() {
    return Layout.held(
        "de-findings",
        TextStyle.elsewhere()
            .in(LabRegion.GERMANY)
            .of("CBC", "RFT", "LFT", "COAG", "VIT")
            .comma()
            .labels(16)
            .variant(0)
            .names(Names.LAST_COMMA_FIRST)
            .dates("dd.MM.yyyy", " HH:mm")
            .ranges(Ranges.SPACED, Limits.SIGN_GAP)
            .flags(Flags.PLUS_MINUS)
            .notes()
            .previous(1)
            .most(48),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.CHARIS, 9, 13.5)
                .head(DrawnCountryHeads.GERMANY)
                .accent(0x9b1b30)
                .leaders()
                .boldValues()
                .headingsLined()
                .margin(56, 86)
                .footer("Medically validated, Dr. med. P. Ott. DAkkS D-ML-99999."),
            left(CorpusColumn.NAME, "Analysis (Untersuchung)", 0, .37),
            centre(CorpusColumn.FLAG, "", .37, .41),
            right(CorpusColumn.VALUE, "Result", .41, .51),
            left(CorpusColumn.UNITS, "Unit", .53, .69),
            left(CorpusColumn.RANGE, "Reference", .69, .86),
            right(CorpusColumn.PREVIOUS, "{}", .86, 1)));
  }

  /** Typed in signs of equal width, with what the numbers mean below each panel. */
  private static Layout australia() {
    return Layout.held(
        "au-typed-comments",
        TextStyle.elsewhere()
            .in(LabRegion.AU_WEST)
            .of("CBC", "BMP", "LIPID", "THY", "ALLERGY")
            .labels(23)
            .variant(0)
            .names(Names.UPPER_COMMA)
            .dates("dd-MMM-yy", " HH:mm")
            .ranges(Ranges.ROUND, Limits.SIGN_GAP)
            .flags(Flags.STAR)
            .remarks()
            .most(54),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.GO_MONO, 8, 11.5)
                .head(DrawnCountryHeads.AUSTRALIA)
                .margin(46, 60),
            left(CorpusColumn.NAME, "", 0, .4),
            centre(CorpusColumn.FLAG, "", .4, .44),
            right(CorpusColumn.VALUE, "", .44, .56),
            left(CorpusColumn.UNITS, "", .58, .78),
            left(CorpusColumn.RANGE, "", .78, 1)));
  }
}
