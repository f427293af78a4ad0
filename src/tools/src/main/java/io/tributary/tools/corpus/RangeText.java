package io.tributary.tools.corpus;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Formats a reference range like a laboratory. */
final class RangeText {
  /** Lines of a range, and the acceptable bounds, the best first. */
  record PrintedRange(List<String> lines, List<GroundTruth.Bounds> bounds) {}

  static final PrintedRange NONE =
      new PrintedRange(List.of(), List.of(new GroundTruth.Bounds(null, null)));

  private static final Map<String, List<String>> CATEGORIES =
      Map.of(
          "CHOL", List.of("Desirable: <200", "Borderline: 200-239", "High: >=240"),
          "TRIG", List.of("Normal: <150", "Borderline high: 150-199", "High: 200-499"),
          "LDL",
              List.of(
                  "Optimal: <100", "Near optimal: 100-129", "Borderline: 130-159", "High: >=160"),
          "A1C", List.of("Normal: <5.7", "Prediabetes: 5.7-6.4", "Diabetes: >=6.5"),
          "VITD", List.of("Deficient: <20", "Insufficient: 20-29", "Sufficient: 30-100"),
          "HSCRP", List.of("Low risk: <1.0", "Average risk: 1.0-3.0", "High risk: >3.0"));
  private static final Map<String, GroundTruth.Bounds> CATEGORY_BOUNDS =
      Map.of(
          "CHOL", new GroundTruth.Bounds(null, 200.0),
          "TRIG", new GroundTruth.Bounds(null, 150.0),
          "LDL", new GroundTruth.Bounds(null, 100.0),
          "A1C", new GroundTruth.Bounds(null, 5.7),
          "VITD", new GroundTruth.Bounds(30.0, 100.0),
          "HSCRP", new GroundTruth.Bounds(null, 1.0));

  private final TextStyle look;
  private final boolean female;

  RangeText(TextStyle look, boolean female) {
    this.look = look;
    this.female = female;
  }

  PrintedRange of(Analyte analyte, Analyte.ValueFormat form) {
    if (look.categories && look.american && CATEGORIES.containsKey(analyte.key())) {
      return new PrintedRange(
          CATEGORIES.get(analyte.key()),
          List.of(CATEGORY_BOUNDS.get(analyte.key()), new GroundTruth.Bounds(null, null)));
    }
    Analyte.ReferenceInterval usual = (female ? form.female() : form.male()).orElseThrow();
    GroundTruth.Bounds bounds =
        new GroundTruth.Bounds(
            usual.hasLow() ? rounded(usual.low(), form) : null,
            usual.hasHigh() ? rounded(usual.high(), form) : null);
    if (look.bothSexes && form.bySex()) {
      List<String> both = new ArrayList<>();
      both.add((look.variant % 2 == 0 ? "M: " : "Male: ") + text(form.male().orElseThrow(), form));
      both.add(
          (look.variant % 2 == 0 ? "F: " : "Female: ") + text(form.female().orElseThrow(), form));
      return new PrintedRange(both, List.of(bounds));
    }
    return new PrintedRange(List.of(text(usual, form)), List.of(bounds));
  }

  private static double rounded(double x, Analyte.ValueFormat form) {
    return BigDecimal.valueOf(x).setScale(form.digits(), RoundingMode.HALF_UP).doubleValue();
  }

  private String text(Analyte.ReferenceInterval usual, Analyte.ValueFormat form) {
    if (!usual.hasLow() || !usual.hasHigh()) {
      boolean upper = usual.hasHigh();
      String n = formatBound(upper ? usual.high() : usual.low(), form);
      return framed(
          switch (look.limits) {
            case SIGN -> (upper ? "<" : ">") + n;
            case SIGN_GAP -> (upper ? "< " : "> ") + n;
            case OR_EQUAL -> (upper ? "< OR = " : "> OR = ") + n;
            case AT_MOST -> (upper ? "≤ " : "≥ ") + n;
            case WORDS -> (upper ? "Up to " : "More than ") + n;
            case LESS_THAN -> (upper ? "less than " : "greater than ") + n;
            case ASCII_EQUAL -> (upper ? "<=" : ">=") + n;
            case BELOW -> (upper ? "Below " : "Above ") + n;
          });
    }
    String low = formatBound(usual.low(), form);
    String high = formatBound(usual.high(), form);
    return switch (look.ranges) {
      case PLAIN -> low + "-" + high;
      case SPACED -> low + " - " + high;
      case EN_DASH -> low + "–" + high;
      case ROUND -> "(" + low + "-" + high + ")";
      case SQUARE -> "[" + low + " - " + high + "]";
      case TO -> low + " to " + high;
      case ROUND_DASH -> "(" + low + "–" + high + ")";
      case WIDE_DASH -> low + " – " + high;
      case TILDE -> low + " ~ " + high;
      case FROM_TO -> "from " + low + " to " + high;
      case LABELLED -> "Ref: " + low + "-" + high;
    };
  }

  private String framed(String text) {
    return switch (look.ranges) {
      case ROUND, ROUND_DASH -> "(" + text + ")";
      case LABELLED -> "Ref: " + text;
      case SQUARE -> "[" + text + "]";
      default -> text;
    };
  }

  private String formatBound(double x, Analyte.ValueFormat form) {
    return number(BigDecimal.valueOf(x).setScale(form.digits(), RoundingMode.HALF_UP));
  }

  String number(BigDecimal x) {
    String text = x.toPlainString();
    return switch (look.thousands) {
      case NOTHING -> look.decimalComma ? text.replace('.', ',') : text;
      case COMMAS -> text.replaceAll("(?<=\\d)(?=(\\d{3})+$)", x.scale() > 0 ? "" : ",");
      case LAKHS -> text.replaceAll("(?<=\\d)(?=(\\d{2})*\\d{3}$)", x.scale() > 0 ? "" : ",");
    };
  }
}
