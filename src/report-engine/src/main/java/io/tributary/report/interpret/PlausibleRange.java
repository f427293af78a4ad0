package io.tributary.report.interpret;

import io.tributary.report.loinc.ReportTables;
import io.tributary.report.loinc.UcumUnit;
import io.tributary.report.loinc.UnitText;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** What can be measured in living people, with wide limits. */
final class PlausibleRange {
  /** What the table says of a value. */
  enum Verdict {
    YES,
    NO,
    UNKNOWN
  }

  private record Limits(UcumUnit unit, double low, double high) {}

  private static final Map<String, Limits> BY_CODE = table("plausible.csv");
  private static final Map<String, Limits> USUAL = table("usual.csv");

  /** Laboratories differ in their ranges, but not by more. */
  private static final double DIFFERENT = 3;

  private static Map<String, Limits> table(String name) {
    Map<String, Limits> out = new HashMap<>();
    ReportTables.read(
        name,
        line -> {
          UcumUnit unit = UnitText.read(line.get("unit")).orElseThrow();
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

  static Verdict is(String code, BigDecimal value, UcumUnit unit) {
    Limits limits = BY_CODE.get(code);
    if (limits == null || !limits.unit.kind().equals(unit.kind())) {
      return Verdict.UNKNOWN;
    }
    double n = value.doubleValue() * unit.factor() / limits.unit.factor();
    return n >= limits.low && n <= limits.high ? Verdict.YES : Verdict.NO;
  }

  /** Whether a printed range has an end where no laboratory has it. */
  static boolean isStrange(String code, ReportedRange range, UcumUnit unit) {
    Limits usual = USUAL.get(code);
    if (usual == null || !usual.unit.kind().equals(unit.kind())) {
      return false;
    }
    double factor = unit.factor() / usual.unit.factor();
    return range.min().filter(n -> isFar(n.doubleValue() * factor, usual.low)).isPresent()
        || range.max().filter(n -> isFar(n.doubleValue() * factor, usual.high)).isPresent();
  }

  private static boolean isFar(double end, double usual) {
    // Many ranges begin at nought.
    return end != 0 && usual != 0 && (end > usual * DIFFERENT || end * DIFFERENT < usual);
  }

  /** Whether the range is one that is known, and not far from it. */
  static boolean isUsual(String code, ReportedRange range, UcumUnit unit) {
    Limits usual = USUAL.get(code);
    return usual != null
        && usual.unit.kind().equals(unit.kind())
        && !range.isNone()
        && !isStrange(code, range, unit);
  }

  /** Whether a range without a unit is one of those that the code has in its usual unit. */
  static Verdict inUsualUnit(String code, ReportedRange range) {
    Limits usual = USUAL.get(code);
    if (usual == null || range.isNone()) {
      return Verdict.UNKNOWN;
    }
    return isStrange(code, range, usual.unit) ? Verdict.NO : Verdict.YES;
  }

  /** How many codes have limits. */
  static int size() {
    return BY_CODE.size();
  }
}
