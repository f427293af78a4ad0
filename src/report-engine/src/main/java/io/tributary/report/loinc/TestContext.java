package io.tributary.report.loinc;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Attributes of a printed test other than its name.
 *
 * <p>The fit of a term is the product of the term's weight and one factor each for specimen,
 * timing, kind of unit, value type and panel. A mismatch lowers the factor and never excludes the
 * term.
 */
record TestContext(
    Specimen specimen,
    String kind,
    LoincQuery.ValueScale scale,
    String category,
    CollectionTiming timing) {
  private static final Map<String, Pattern> HEADINGS = new LinkedHashMap<>();
  private static final double MAX_UNIT_CONTRADICTION = 0.6;
  private static final double MAX_SPECIMEN_CONTRADICTION = 0.3;
  private static final Set<String> RATIOS = Set.of("1", "M/M", "N/N", "M/N", "P");

  static {
    heading("urinalysis", "urin|dip ?stick");
    heading("blood_gas", "blood gas|\\babg\\b|\\bvbg\\b|arterial");
    heading("proteins", "electrophoresis|\\bspep\\b");
    heading(
        "hematology",
        "\\bcbc\\b|\\bfbc\\b|\\bfbe\\b|blood count|blood"
            + " exam|h(a)?emogram|h(a)?ematology|differential|blood picture");
    heading("lipids", "lipid|cholesterol");
    heading("thyroid", "thyroid|\\btft\\b");
    heading("liver", "liver|hepatic|\\blft\\b");
    heading("renal", "renal|kidney|\\b[rk]ft\\b|u ?& ?e|urea (and|&) electrolytes");
    heading("coagulation", "coagul|clotting|prothrombin");
    heading("iron", "\\biron\\b|an(a)?emia");
    heading("stool", "stool|f(a)?ecal");
  }

  private static void heading(String category, String words) {
    HEADINGS.put(category, Pattern.compile(words));
  }

  static TestContext of(LoincQuery q, ParsedTestName name, ParsedTestName method) {
    Specimen said = Specimen.parse(q.specimen());
    Specimen above = Specimen.parse(q.panel());
    Specimen specimen = name.specimen() != Specimen.NONE ? name.specimen() : said;
    if (specimen == Specimen.NONE || specimen == Specimen.SERUM && above == Specimen.ARTERIAL) {
      specimen = above;
    }
    String kind = UnitParser.parse(q.unit()).map(UcumUnit::kind).orElse(name.unitKind());
    if (kind.equals(UcumUnit.PER_FIELD) && specimen == Specimen.NONE) {
      specimen = Specimen.URINE;
    }
    CollectionTiming timing =
        name.timing() != CollectionTiming.NONE ? name.timing() : method.timing();
    return new TestContext(specimen, kind, q.scale(), category(q.panel()), timing);
  }

  private static String category(String panel) {
    String text = panel.toLowerCase(Locale.ROOT);
    return HEADINGS.entrySet().stream()
        .filter(h -> h.getValue().matcher(text).find())
        .findFirst()
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /**
   * Returns how well a term fits, from 0 to 1.
   *
   * @param named best matching name of the term
   * @param inBlood whether terms for blood have such a name
   */
  double score(LoincTerm term, NameSimilarity.Best named, boolean inBlood) {
    CollectionTiming meant = named.score() >= 0.99 ? named.name().timing() : term.timing();
    double timed =
        timing == CollectionTiming.NONE && meant == CollectionTiming.NONE
            ? 1
            : timing.score(term.timing());
    return term.weight()
        * specimen.score(term.specimen(), inBlood)
        * timed
        * unitFactor(term)
        * scaleFactor(term)
        * categoryFactor(term);
  }

  /** Checks whether a printed unit, specimen or titer contradicts the term. */
  boolean contradicts(LoincTerm term) {
    boolean unit =
        !kind.isEmpty()
            && !term.unitKind().equals("?")
            && unitFactor(term) <= MAX_UNIT_CONTRADICTION;
    boolean sample =
        specimen != Specimen.NONE
            && specimen.score(term.specimen(), true) <= MAX_SPECIMEN_CONTRADICTION;
    return unit
        || sample
        || scale == LoincQuery.ValueScale.TITER && !term.titer() && !term.qualitative();
  }

  private double unitFactor(LoincTerm term) {
    if (kind.isEmpty()) {
      return term.unitKind().equals(UcumUnit.PER_FIELD) && scale == LoincQuery.ValueScale.WORD
          ? 0.95
          : 0.98;
    }
    if (kind.equals(term.unitKind())) {
      return 1;
    }
    if (term.unitKind().isEmpty()) {
      return 0.6;
    }
    if (RATIOS.contains(kind) && RATIOS.contains(term.unitKind())) {
      return 0.93;
    }
    boolean part = kind.equals("V/V") && term.unitKind().equals(UcumUnit.FRACTION);
    boolean osmol = kind.startsWith("O/") && term.unitKind().startsWith("O/");
    boolean counted = kind.equals(UcumUnit.COUNT) && term.unitKind().equals(UcumUnit.PER_FIELD);
    return part || osmol ? 0.98 : counted ? 0.7 : 0.35;
  }

  private double scaleFactor(LoincTerm term) {
    return switch (scale) {
      case UNKNOWN -> 1;
      case NUMBER -> term.qualitative() ? 0.55 : term.titer() ? 0.6 : 1;
      case WORD -> term.qualitative() || term.unitKind().equals(UcumUnit.PER_FIELD) ? 1 : 0.8;
      case TITER -> term.titer() ? 1 : term.qualitative() ? 0.85 : 0.6;
    };
  }

  private double categoryFactor(LoincTerm term) {
    if (term.category().isEmpty()) {
      return 1;
    }
    boolean own = term.category().equals(category);
    return switch (term.category()) {
      case "proteins" -> own ? 1 : 0.6;
      case "blood_gas" -> own ? 1 : 0.85;
      default ->
          switch (category) {
            case "hematology", "blood_gas" -> own ? 1 : 0.93;
            case "proteins" -> 0.85;
            default -> own || category.isEmpty() ? 1 : 0.99;
          };
    };
  }
}
