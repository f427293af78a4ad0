package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.Read;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.LoincQuery;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.loinc.UcumUnit;
import java.util.List;

/** Checks whether a printed unit is possible for a test name. */
final class UnitFit {
  private static final double CODED = 0.85;

  private UnitFit() {}

  /**
   * Checks whether the unit's kind differs from that of all LOINC codes with this name.
   *
   * @param matcher null if LOINC matching is disabled; the result is then false
   */
  static boolean isOff(LoincMatcher matcher, Read r) {
    if (matcher == null || r.unit().isEmpty() || !r.result().loincMatches().isEmpty()) {
      return false;
    }
    LoincQuery q = r.query();
    List<LoincMatch> named =
        matcher.match(
            new LoincQuery(q.name(), "", q.panel(), q.specimen(), q.method(), "", q.scale()),
            Synonyms.NONE);
    return !named.isEmpty()
        && named.getFirst().score() >= CODED
        && named.stream()
            .filter(m -> m.score() >= CODED - 0.1)
            .noneMatch(m -> group(matcher.kind(m.code())).equals(group(r.unit().get().kind())));
  }

  private static String group(String kind) {
    return switch (kind) {
      case UcumUnit.MASS, UcumUnit.MOLAR, "A/V", "A/M", "O/M", "O/V" -> "amount";
      case UcumUnit.PART, "V/V", "M/M", "N/N", "M/N", "N/M", "1", "", "X" -> "part";
      default -> kind;
    };
  }
}
