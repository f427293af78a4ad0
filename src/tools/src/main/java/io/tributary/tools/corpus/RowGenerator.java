package io.tributary.tools.corpus;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Generates single results and formats them like a laboratory. */
final class RowGenerator {
  /** Row with its ground truth. */
  record GeneratedRow(ReportContent.Line line, GroundTruth.Row truth) {}

  private static final Set<String> ABNORMAL =
      Set.of(
          "Positive",
          "Detected",
          "Reactive",
          "Trace",
          "1+",
          "2+",
          "3+",
          "+",
          "++",
          "+++",
          "Cloudy",
          "Turbid",
          "Slightly Turbid",
          "Moderate",
          "11-30",
          "20-25",
          "3-10",
          "8-10",
          "Present",
          "Watery",
          "1240",
          "86400",
          "245000",
          "Seen",
          "1:80",
          "1:160",
          "1:320",
          "1:640");

  /** Analytes whose values are often outside the measurable range. */
  private static final Set<String> OFTEN_UNMEASURABLE =
      Set.of(
          "TSH", "PSA", "HCG", "CRP", "HSCRP", "DDIM", "TNI", "TNT", "BNP", "NTBNP", "B12", "FOL",
          "FERR", "EGFR", "RF", "CCP", "TPO", "TGAB", "UALB", "LPA", "CEA", "AFP", "IGE", "FCAL",
          "VITD", "E2", "PROG", "TESTO", "FTESTO", "TTGA", "DSDNA");

  /** Lower limits of measurement by analyte. */
  private static final Map<String, Double> LOWER_LIMITS =
      Map.of(
          "AMITE", 0.1, "ACAT", 0.1, "ADOG", 0.1, "AGRASS", 0.1, "ABIRCH", 0.1, "APNUT", 0.1,
          "AEGG", 0.1, "AMILK", 0.1, "AWHEAT", 0.1, "AMOULD", 0.1);

  private static final Set<String> WITHOUT_RANGE = Set.of("ABO", "RH", "RPRT", "UAPP");
  private static final List<String> METHODS =
      List.of("ECLIA", "Spectrophotometry", "Hexokinase", "Immunoturbidimetry", "CLIA", "GOD-POD");

  private final TextStyle look;
  private final Random random;
  private final boolean female;
  private final String heading;
  private final String drawn;
  private final RangeText texts;
  private final ValueGenerator values;

  RowGenerator(
      TextStyle look,
      Random random,
      boolean female,
      String heading,
      String drawn,
      ValueGenerator values) {
    this.values = values;
    this.look = look;
    this.random = random;
    this.female = female;
    this.heading = heading;
    this.drawn = drawn;
    this.texts = new RangeText(look, female);
  }

  GeneratedRow row(Analyte analyte, boolean wait) {
    Analyte.ValueFormat form = analyte.form(look.american);
    List<String> names = analyte.names(look.american);
    String name =
        names.get(look.variant >= 0 ? look.variant % names.size() : random.nextInt(names.size()));
    if (look.upperCaseNames) {
      name = name.toUpperCase(Locale.ROOT);
    }
    String unit =
        form.units().isEmpty() || !look.units
            ? ""
            : form.units().get(Math.max(0, look.variant) % form.units().size());
    if (wait) {
      return pendingRow(analyte, form, name, unit);
    }
    return form.choices().isEmpty()
        ? numericRow(analyte, form, name, unit)
        : choiceRow(analyte, form, name, unit);
  }

  private GeneratedRow pendingRow(
      Analyte analyte, Analyte.ValueFormat form, String name, String unit) {
    ReportContent.Line line =
        new ReportContent.Line(
            name,
            "Pending",
            "",
            "",
            List.of(),
            previous(i -> ""),
            "",
            form.loinc(),
            "",
            Optional.empty(),
            false,
            0,
            new ReportContent.Numbers(Double.NaN, Double.NaN, Double.NaN));
    return new GeneratedRow(
        line,
        truth(analyte, form, line, List.of(new GroundTruth.Bounds(null, null)), "comment", true));
  }

  private GeneratedRow choiceRow(
      Analyte analyte, Analyte.ValueFormat form, String name, String unit) {
    int n = form.choices().size();
    int at = random.nextInt(10) < 7 ? 0 : random.nextInt(n);
    String value = form.choices().get(at);
    boolean abnormal = at > 0 && ABNORMAL.contains(value);
    boolean shown =
        look.rangesShown && look.normalTextRanges && !WITHOUT_RANGE.contains(analyte.key());
    List<String> range = shown ? List.of(form.choices().get(0)) : List.of();
    String flag = abnormal ? FlagText.abnormal(look) : shown ? FlagText.normal(look) : "";
    ReportContent.Line line =
        new ReportContent.Line(
            name,
            value,
            flag,
            unit,
            range,
            previous(i -> form.choices().get(0)),
            code(analyte),
            form.loinc(),
            method(),
            note(),
            abnormal,
            0,
            new ReportContent.Numbers(Double.NaN, Double.NaN, Double.NaN));
    GroundTruth.Bounds none = new GroundTruth.Bounds(null, null);
    List<GroundTruth.Bounds> bounds = new ArrayList<>(List.of(none));
    if (shown && form.choices().get(0).matches("\\d+-\\d+")) {
      String[] ends = form.choices().get(0).split("-");
      bounds.set(0, new GroundTruth.Bounds(Double.valueOf(ends[0]), Double.valueOf(ends[1])));
    }
    return new GeneratedRow(line, truth(analyte, form, line, bounds, type(value), false));
  }

  private GeneratedRow numericRow(
      Analyte analyte, Analyte.ValueFormat form, String name, String unit) {
    Analyte.ReferenceInterval usual = (female ? form.female() : form.male()).orElseThrow();
    double drawnValue = values.of(analyte.key());
    String sign = "";
    if (OFTEN_UNMEASURABLE.contains(analyte.key()) && random.nextDouble() < 4 * look.comparators) {
      boolean below = usual.hasHigh() && (!usual.hasLow() || usual.low() == 0);
      sign = below ? "<" : ">";
      drawnValue = below ? Math.pow(10, -form.digits()) * 3 : Math.ceil(usual.to() * 1.3);
    } else if (drawnValue < LOWER_LIMITS.getOrDefault(analyte.key(), Double.NEGATIVE_INFINITY)) {
      sign = "<";
      drawnValue = LOWER_LIMITS.get(analyte.key());
    }
    BigDecimal value = BigDecimal.valueOf(drawnValue).setScale(form.digits(), RoundingMode.HALF_UP);
    String text = sign + texts.number(value);
    RangeText.PrintedRange range = look.rangesShown ? texts.of(analyte, form) : RangeText.NONE;
    GroundTruth.Bounds bounds = range.bounds().get(0);
    int high = rangeSide(sign, value.doubleValue(), usual);
    boolean critical =
        look.hasCriticalFlags() && sign.isEmpty() && isCritical(value.doubleValue(), usual);
    String flag =
        high != 0
            ? FlagText.outOfRange(look, high, critical)
            : range.lines().isEmpty() ? "" : FlagText.normal(look);
    ReportContent.Line line =
        new ReportContent.Line(
            name,
            text,
            flag,
            unit,
            range.lines(),
            previous(
                i ->
                    texts.number(
                        BigDecimal.valueOf(values.independentValue(form))
                            .setScale(form.digits(), RoundingMode.HALF_UP))),
            code(analyte),
            form.loinc(),
            method(),
            note(),
            high != 0,
            high,
            new ReportContent.Numbers(value.doubleValue(), nan(bounds.low()), nan(bounds.high())));
    return new GeneratedRow(
        line, truth(analyte, form, line, range.bounds(), numericType(text), false));
  }

  private static double nan(Double x) {
    return x == null ? Double.NaN : x;
  }

  private static int rangeSide(String sign, double value, Analyte.ReferenceInterval usual) {
    if (!sign.equals("<")
        && usual.hasHigh()
        && (value > usual.high() || !sign.isEmpty() && value >= usual.high())) {
      return 1;
    }
    return sign.isEmpty() && usual.hasLow() && value < usual.low() ? -1 : 0;
  }

  private static boolean isCritical(double value, Analyte.ReferenceInterval usual) {
    double width = usual.high() - (usual.hasLow() ? usual.low() : 0);
    return value > usual.high() + width / 2 || value < usual.low() - width / 8;
  }

  private GroundTruth.Row truth(
      Analyte analyte,
      Analyte.ValueFormat form,
      ReportContent.Line line,
      List<GroundTruth.Bounds> bounds,
      String type,
      boolean optional) {
    return new GroundTruth.Row(
        line.name(),
        line.value(),
        line.units(),
        line.rangeText(),
        bounds,
        line.flag(),
        List.of(heading),
        analyte.specimen(),
        EquivalentCodes.codes(form.loinc()),
        type,
        optional ? Optional.empty() : ExpectedFlag.of(line, type, bounds),
        optional);
  }

  /**
   * Returns the type of a number; empty with thousands separators, because it is then debatable
   * whether the value is numeric.
   */
  private String numericType(String text) {
    return look.thousands != TextStyle.ThousandsSeparator.NOTHING && text.contains(",")
        ? ""
        : type(text);
  }

  static String type(String value) {
    if (value.matches("[<>].*|\\d+-\\d+")) {
      return value.contains(":") ? "comment" : "range";
    }
    if (value.matches("-?\\d+([.,]\\d+)?")) {
      return "numeric";
    }
    return Set.of("positive", "negative").contains(value.toLowerCase(Locale.ROOT))
        ? "boolean"
        : "comment";
  }

  private List<String> previous(java.util.function.IntFunction<String> make) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < look.previous; i++) {
      all.add(random.nextInt(6) == 0 ? "" : make.apply(i));
    }
    return all;
  }

  /** Returns the laboratory's own code, which is neither a LOINC code nor a result. */
  private String code(Analyte analyte) {
    return String.format("%06d", Math.floorMod(analyte.key().hashCode(), 899999) + 1000);
  }

  private String method() {
    return look.method ? METHODS.get(random.nextInt(METHODS.size())) : "";
  }

  private Optional<String> note() {
    return look.notes && random.nextInt(9) == 0
        ? Optional.of(RemarkRows.one(random, drawn))
        : Optional.empty();
  }
}
