package io.tributary.tools.corpus;

import static io.tributary.tools.corpus.DrawnTable.centered;
import static io.tributary.tools.corpus.DrawnTable.left;
import static io.tributary.tools.corpus.DrawnTable.right;

import io.tributary.tools.corpus.TextStyle.FlagFormat;
import io.tributary.tools.corpus.TextStyle.OneSidedRangeFormat;
import io.tributary.tools.corpus.TextStyle.PatientNameFormat;
import io.tributary.tools.corpus.TextStyle.RangeFormat;
import java.util.List;

/** Held-out layouts of Ireland, Germany and Australia, drawn directly into a PDF. */
final class DrawnCountryLayouts {
  private DrawnCountryLayouts() {}

  static List<Layout> all() {
    return List.of(ireland(), germany(), australia());
  }

  /**
   * Has units and ranges before the results, the latest first; the name of a continued panel is
   * repeated.
   */
  private static Layout ireland() {
    return Layout.held(
        "ie-latest-first",
        TextStyle.international()
            .in(LabRegion.IRELAND)
            .withPanels("HEMO", "DIFF", "BMP", "LFT", "BONE", "INFL")
            .labels(15)
            .variant(1)
            .names(PatientNameFormat.UPPER_COMMA)
            .dates("dd/MM/yy", "")
            .ranges(RangeFormat.TO, OneSidedRangeFormat.SIGN)
            .flags(FlagFormat.LETTERS)
            .previous(2)
            .maxRows(52),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.PLAY, 9, 13.5)
                .head(DrawnCountryHeads.IRELAND)
                .accent(0x1e5b3a)
                .boldAbnormal()
                .repeatHeadings()
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

  /** Has dots leading from the analyte to its flag, and the previous result at the edge. */
  private static Layout germany() {
    return Layout.held(
        "de-findings",
        TextStyle.international()
            .in(LabRegion.GERMANY)
            .withPanels("CBC", "RFT", "LFT", "COAG", "VIT")
            .decimalComma()
            .labels(16)
            .variant(0)
            .names(PatientNameFormat.LAST_COMMA_FIRST)
            .dates("dd.MM.yyyy", " HH:mm")
            .ranges(RangeFormat.SPACED, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.PLUS_MINUS)
            .notes()
            .previous(1)
            .maxRows(48),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.CHARIS, 9, 13.5)
                .head(DrawnCountryHeads.GERMANY)
                .accent(0x9b1b30)
                .dotLeaders()
                .boldValues()
                .headingsUnderlined()
                .margin(56, 86)
                .footer("Medically validated, Dr. med. P. Ott. DAkkS D-ML-99999."),
            left(CorpusColumn.NAME, "Analysis (Untersuchung)", 0, .37),
            centered(CorpusColumn.FLAG, "", .37, .41),
            right(CorpusColumn.VALUE, "Result", .41, .51),
            left(CorpusColumn.UNITS, "Unit", .53, .69),
            left(CorpusColumn.RANGE, "Reference", .69, .86),
            right(CorpusColumn.PREVIOUS, "{}", .86, 1)));
  }

  /** Has monospaced text with explanations of the numbers below each panel. */
  private static Layout australia() {
    return Layout.held(
        "au-typed-comments",
        TextStyle.international()
            .in(LabRegion.AU_WEST)
            .withPanels("CBC", "BMP", "LIPID", "THY", "ALLERGY")
            .labels(23)
            .variant(0)
            .names(PatientNameFormat.UPPER_COMMA)
            .dates("dd-MMM-yy", " HH:mm")
            .ranges(RangeFormat.ROUND, OneSidedRangeFormat.SIGN_GAP)
            .flags(FlagFormat.STAR)
            .remarks()
            .maxRows(54),
        new DrawnTable(
            new DrawnStyle()
                .type(Typeface.GO_MONO, 8, 11.5)
                .head(DrawnCountryHeads.AUSTRALIA)
                .margin(46, 60),
            left(CorpusColumn.NAME, "", 0, .4),
            centered(CorpusColumn.FLAG, "", .4, .44),
            right(CorpusColumn.VALUE, "", .44, .56),
            left(CorpusColumn.UNITS, "", .58, .78),
            left(CorpusColumn.RANGE, "", .78, 1)));
  }
}
