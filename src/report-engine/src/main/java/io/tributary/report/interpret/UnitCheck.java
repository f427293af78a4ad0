package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.InterpretedRow;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.LoincQuery;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.loinc.UcumUnit;
import java.util.List;

/** Checks whether a printed unit is possible for a test name. */
final class UnitCheck {
  private static final double MIN_CODE_SCORE = 0.85;

  private UnitCheck() {}

  /**
   * Checks whether the unit's kind differs from that of all LOINC codes with this name.
   *
   * @param matcher null if LOINC matching is disabled; the result is then false
   */
  static boolean isImpossible(LoincMatcher matcher, InterpretedRow r) {
    if (matcher == null || r.unit().isEmpty() || !r.result().loincMatches().isEmpty()) {
      return false;
    }
    LoincQuery q = r.query();
    List<LoincMatch> named =
        matcher.match(
            new LoincQuery(q.name(), "", q.panel(), q.specimen(), q.method(), "", q.scale()),
            Synonyms.NONE);
    return !named.isEmpty()
        && named.getFirst().score() >= MIN_CODE_SCORE
        && named.stream()
            .filter(m -> m.score() >= MIN_CODE_SCORE - 0.1)
            .noneMatch(
                m ->
                    kindGroup(matcher.unitKind(m.code())).equals(kindGroup(r.unit().get().kind())));
  }

  private static String kindGroup(String kind) {
    return switch (kind) {
      case UcumUnit.MASS, UcumUnit.MOLAR, "A/V", "A/M", "O/M", "O/V" -> "amount";
      case UcumUnit.FRACTION, "V/V", "M/M", "N/N", "M/N", "N/M", "1", "", "X" -> "part";
      default -> kind;
    };
  }
}
