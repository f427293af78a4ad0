package io.tributary.report.meaning;

import io.tributary.report.loinc.ReportTables;
import io.tributary.report.loinc.UcumUnit;
import io.tributary.report.loinc.UnitText;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** What can be measured in living people, with wide limits. */
final class Plausible {
  /** What the table says of a value. */
  enum Verdict {
    YES,
    NO,
    UNKNOWN
  }

  private record Limits(UcumUnit unit, double low, double high) {}

  private static final Map<String, Limits> BY_CODE = new HashMap<>();

  static {
    ReportTables.read(
        "plausible.csv",
        line -> {
          UcumUnit unit = UnitText.read(line.get("unit")).orElseThrow();
          Limits limits =
              new Limits(
                  unit, Double.parseDouble(line.get("low")), Double.parseDouble(line.get("high")));
          for (String code : line.get("codes").split(";")) {
            BY_CODE.put(code, limits);
          }
        });
  }

  private Plausible() {}

  static Verdict is(String code, BigDecimal value, UcumUnit unit) {
    Limits limits = BY_CODE.get(code);
    if (limits == null || !limits.unit.kind().equals(unit.kind())) {
      return Verdict.UNKNOWN;
    }
    double n = value.doubleValue() * unit.factor() / limits.unit.factor();
    return n >= limits.low && n <= limits.high ? Verdict.YES : Verdict.NO;
  }

  /** How many codes have limits. */
  static int size() {
    return BY_CODE.size();
  }
}
