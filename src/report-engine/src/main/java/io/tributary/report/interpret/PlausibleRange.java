package io.tributary.report.interpret;

import io.tributary.report.loinc.ReportTables;
import io.tributary.report.loinc.UcumUnit;
import io.tributary.report.loinc.UnitParser;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * Tables of plausible values and usual reference ranges per LOINC code.
 *
 * <p>{@code plausible.csv} holds wide limits of what can be measured in living people. {@code
 * usual.csv} holds usual reference ranges.
 */
final class PlausibleRange {
  /** Outcome of a lookup. */
  enum Verdict {
    YES,
    NO,
    UNKNOWN
  }

  private record Limits(UcumUnit unit, double low, double high) {}

  private static final Map<String, Limits> PLAUSIBLE = table("plausible.csv");
  private static final Map<String, Limits> USUAL = table("usual.csv");

  /** Maximum factor by which reference ranges of laboratories differ. */
  private static final double MAX_FACTOR = 3;

  private static Map<String, Limits> table(String name) {
    Map<String, Limits> out = new HashMap<>();
    ReportTables.read(
        name,
        line -> {
          UcumUnit unit = UnitParser.parse(line.get("unit")).orElseThrow();
          Limits limits =
              new Limits(
                  unit, Double.parseDouble(line.get("low")), Double.parseDouble(line.get("high")));
          for (String code : line.get("codes").split(";")) {
            out.put(code, limits);
          }
        });
    return Map.copyOf(out);
  }

  private PlausibleRange() {}

  static Verdict check(String code, BigDecimal value, UcumUnit unit) {
    Limits limits = PLAUSIBLE.get(code);
    if (limits == null || !limits.unit.kind().equals(unit.kind())) {
      return Verdict.UNKNOWN;
    }
    double n = value.doubleValue() * unit.factor() / limits.unit.factor();
    return n >= limits.low && n <= limits.high ? Verdict.YES : Verdict.NO;
  }

  /** Checks whether an end of a printed range differs from the usual one by more than factor 3. */
  static boolean isUnusual(String code, ReportedRange range, UcumUnit unit) {
    Limits usual = USUAL.get(code);
    if (usual == null || !usual.unit.kind().equals(unit.kind())) {
      return false;
    }
    double factor = unit.factor() / usual.unit.factor();
    return range.min().filter(n -> isFar(n.doubleValue() * factor, usual.low)).isPresent()
        || range.max().filter(n -> isFar(n.doubleValue() * factor, usual.high)).isPresent();
  }

  private static boolean isFar(double end, double usual) {
    // Zero is skipped because many ranges begin at 0.
    return end != 0 && usual != 0 && (end > usual * MAX_FACTOR || end * MAX_FACTOR < usual);
  }

  /** Checks whether the usual range is known and the printed one is close to it. */
  static boolean isUsual(String code, ReportedRange range, UcumUnit unit) {
    Limits usual = USUAL.get(code);
    return usual != null
        && usual.unit.kind().equals(unit.kind())
        && !range.isEmpty()
        && !isUnusual(code, range, unit);
  }

  /** Checks whether a range without a unit fits the code's usual range in its usual unit. */
  static Verdict checkInUsualUnit(String code, ReportedRange range) {
    Limits usual = USUAL.get(code);
    if (usual == null || range.isEmpty()) {
      return Verdict.UNKNOWN;
    }
    return isUnusual(code, range, usual.unit) ? Verdict.NO : Verdict.YES;
  }

  /** Counts the codes with plausibility limits. */
  static int size() {
    return PLAUSIBLE.size();
  }
}
