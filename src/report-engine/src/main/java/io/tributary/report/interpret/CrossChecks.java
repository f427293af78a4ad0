package io.tributary.report.interpret;

import io.tributary.report.interpret.RowInterpreter.InterpretedRow;
import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.loinc.UcumUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Verifies results that depend on each other: sums, ratios and red cell indices.
 *
 * <p>Each check computes one result from others, for example MCV = hematocrit / red cells. If the
 * printed result deviates by at most 2.5 %, all members confirm each other. If it deviates by more
 * than 12 % and any member was hard to read, all members are flagged. Members are identified by
 * LOINC code; a code that occurs twice, as with previous results, is skipped.
 *
 * <p>The fractions of the white cell differential must add up to 100 %: with at least five
 * different fractions, a deviation of up to 1.1 points confirms them, and one above 3.5 points
 * flags them if any was hard to read.
 */
final class CrossChecks {
  /** Maximum relative deviation that rounding explains. */
  private static final double CONFIRM_TOLERANCE = 0.025;

  /** Relative deviation above which different formulas of laboratories are no explanation. */
  private static final double CONTRADICT_TOLERANCE = 0.12;

  /** Confidence below which a value counts as hard to read. */
  private static final double MIN_CONFIDENCE = 0.75;

  /** LOINC codes of the quantities used below. */
  private static final Map<String, List<String>> CODES =
      Map.ofEntries(
          Map.entry("hb", List.of("718-7")),
          Map.entry("hct", List.of("4544-3", "20570-8")),
          Map.entry("rbc", List.of("789-8", "26453-1")),
          Map.entry("wbc", List.of("6690-2", "26464-8")),
          Map.entry("mcv", List.of("787-2", "30428-7")),
          Map.entry("mch", List.of("785-6", "28539-5")),
          Map.entry("mchc", List.of("786-4", "28540-3")),
          Map.entry("chol", List.of("2093-3", "14647-2")),
          Map.entry("hdl", List.of("2085-9", "14646-4")),
          Map.entry("nonhdl", List.of("43396-1", "70204-3")),
          Map.entry("protein", List.of("2885-2")),
          Map.entry("albumin", List.of("1751-7")),
          Map.entry("globulin", List.of("10834-0")),
          Map.entry("ag", List.of("1759-0")),
          Map.entry("bili", List.of("1975-2", "14631-6")),
          Map.entry("direct", List.of("1968-7", "14629-0")),
          Map.entry("indirect", List.of("1971-1")),
          Map.entry("tibc", List.of("2500-7")),
          Map.entry("iron", List.of("2498-4")),
          Map.entry("uibc", List.of("2501-5")));

  private static final List<String> DIFFERENTIAL =
      List.of("770-8", "736-9", "5905-5", "713-8", "706-2", "71695-1", "764-1");

  private record Check(
      List<String> needs, String result, ToDoubleFunction<Map<String, Double>> by) {}

  private static final List<Check> CHECKS =
      List.of(
          new Check(List.of("hct", "rbc"), "mcv", v -> v.get("hct") / v.get("rbc")),
          new Check(List.of("hb", "rbc"), "mch", v -> v.get("hb") / v.get("rbc")),
          new Check(List.of("hb", "hct"), "mchc", v -> v.get("hb") / v.get("hct")),
          new Check(List.of("chol", "hdl"), "nonhdl", v -> v.get("chol") - v.get("hdl")),
          new Check(
              List.of("albumin", "globulin"), "protein", v -> v.get("albumin") + v.get("globulin")),
          new Check(
              List.of("albumin", "globulin"), "ag", v -> v.get("albumin") / v.get("globulin")),
          new Check(
              List.of("direct", "indirect"), "bili", v -> v.get("direct") + v.get("indirect")),
          new Check(List.of("iron", "uibc"), "tibc", v -> v.get("iron") + v.get("uibc")));

  private final Set<InterpretedRow> contradicted =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<InterpretedRow> confirmed = Collections.newSetFromMap(new IdentityHashMap<>());

  private CrossChecks() {}

  static CrossChecks of(List<InterpretedRow> rows) {
    CrossChecks out = new CrossChecks();
    Map<String, InterpretedRow> byName = byQuantity(rows);
    for (Check c : CHECKS) {
      out.check(c, byName);
    }
    out.checkDifferential(rows);
    return out;
  }

  /**
   * Returns the rows by quantity. A quantity that occurs twice, as with previous results, is left
   * out.
   */
  private static Map<String, InterpretedRow> byQuantity(List<InterpretedRow> rows) {
    Map<String, List<InterpretedRow>> all = new HashMap<>();
    for (InterpretedRow r : rows) {
      String code = code(r);
      CODES.forEach(
          (name, codes) -> {
            if (codes.contains(code) && number(r).isPresent()) {
              all.computeIfAbsent(name, k -> new ArrayList<>()).add(r);
            }
          });
    }
    Map<String, InterpretedRow> out = new HashMap<>();
    all.forEach(
        (name, found) -> {
          if (found.size() == 1) {
            out.put(name, found.getFirst());
          }
        });
    return out;
  }

  private static String code(InterpretedRow r) {
    return r.result().loincMatches().stream().findFirst().map(LoincMatch::code).orElse("");
  }

  /** Returns the value in the base unit of its kind. */
  private static OptionalDouble number(InterpretedRow r) {
    if (r.value() instanceof ParsedValue.Number v) {
      double factor = r.unit().map(UcumUnit::factor).orElse(1.0);
      return OptionalDouble.of(v.number().doubleValue() * factor);
    }
    return OptionalDouble.empty();
  }

  private void check(Check c, Map<String, InterpretedRow> byName) {
    List<InterpretedRow> members = new ArrayList<>();
    Map<String, Double> values = new HashMap<>();
    for (String name : c.needs) {
      InterpretedRow r = byName.get(name);
      if (r != null) {
        members.add(r);
        values.put(name, number(r).orElseThrow());
      }
    }
    InterpretedRow result = byName.get(c.result);
    if (members.size() < c.needs.size() || result == null) {
      return;
    }
    members.add(result);
    // Without all units the values are not comparable.
    if (!c.result.equals("ag") && members.stream().anyMatch(m -> m.unit().isEmpty())) {
      return;
    }
    double told = number(result).orElseThrow();
    double expected = c.by.applyAsDouble(values);
    judge(members, Math.abs(told - expected) / Math.max(Math.abs(told), 1e-30));
  }

  private void judge(List<InterpretedRow> members, double error) {
    if (error <= CONFIRM_TOLERANCE) {
      confirmed.addAll(members);
    } else if (!(error <= CONTRADICT_TOLERANCE)
        && members.stream().anyMatch(CrossChecks::isHardToRead)) {
      contradicted.addAll(members);
    }
  }

  private static boolean isHardToRead(InterpretedRow r) {
    return r.row().value().confidence() < MIN_CONFIDENCE;
  }

  /** Checks that the white cell fractions add up to 100 %. */
  private void checkDifferential(List<InterpretedRow> rows) {
    List<InterpretedRow> parts =
        rows.stream()
            .filter(r -> DIFFERENTIAL.contains(code(r)) && number(r).isPresent())
            .filter(r -> r.unit().filter(u -> u.kind().equals(UcumUnit.FRACTION)).isPresent())
            .toList();
    long different = parts.stream().map(CrossChecks::code).distinct().count();
    if (different < 5 || different != parts.size()) {
      return;
    }
    double sum = parts.stream().mapToDouble(r -> number(r).orElseThrow()).sum();
    if (Math.abs(sum - 1) <= 0.011) {
      confirmed.addAll(parts);
    } else if (Math.abs(sum - 1) > 0.035 && parts.stream().anyMatch(CrossChecks::isHardToRead)) {
      contradicted.addAll(parts);
    }
  }

  /** Checks whether the row disagrees with others, one of which was hard to read. */
  boolean isContradicted(InterpretedRow r) {
    return contradicted.contains(r);
  }

  /** Checks whether other results agree with the row closely. */
  boolean isConfirmed(InterpretedRow r) {
    return confirmed.contains(r);
  }
}
