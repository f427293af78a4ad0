package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Restores a µ that OCR read as p, or dropped, from the measured substance.
 *
 * <p>If the substance is not conclusive, the confidence of the row is reduced.
 */
final class MicroPrefixCorrection {
  /** Corrected units with the maximum confidence of the row. */
  record UnitCorrection(TextRun units, double sure) {}

  private static final double DOUBTFUL_CONFIDENCE = 0.55;
  private static final double CORRECTED_CONFIDENCE = 0.75;

  private static final Pattern MICROMOLES =
      words(
          "creatinine|bilirubin|iron|tibc|uibc|urate|uric|ammonia|homocysteine|methylmalonic|zinc"
              + "|copper|bile|fructosamine|lead|selenium|dhea.?s?|dehydroepiandrosterone");
  private static final Pattern PICOMOLES =
      words(
          "t3|t4|ft3|ft4|thyroxine|triiodothyronine|b12|cobalamin|o?estradiol|insulin|c.?peptide"
              + "|pth|parathyroid|acth|amh|mullerian|testosterone|aldosterone|glucagon|vitamin d"
              + "|1,25.*|holotc|active b.?12");
  private static final Pattern MICROGRAMS_PER_DECILITER =
      words("iron|tibc|uibc|bind.*|cortisol|dhea.*|thyroxine|t4|ammonia|lead|zinc|copper|retinol");
  private static final Pattern MICROGRAMS =
      words(
          "valproi.*|vancomycin|phenytoin|theophylline|acetaminophen|carbamazepine|gentamicin"
              + "|d.?dimer|microalbumin|albumin|lamotrigine|levetiracetam");
  private static final Pattern PICOGRAMS =
      words(
          "bnp|probnp|natriuretic|o?estradiol|t3|ft3|triiodothyronine|pth|parathyroid|acth"
              + "|testosterone|b12|cobalamin|troponin|interleukin|il-6|calcitonin|estrone"
              + "|metanephrine|normetanephrine|renin|epinephrine|1,25.*|mch");
  private static final Pattern MICROGRAMS_PER_LITER =
      words(
          "psa|prostate|cea|carcinoembryonic|afp|fetoprotein|fetoprot.*|ferritin|myoglobin"
              + "|ck.?mb.*|thyroglobulin|selenium|faecal.*|fecal.*");

  /** Grams per deciliter are impossible for these metals. */
  private static final Pattern METALS = words("iron|tibc|uibc|zinc|copper|lead|selenium");

  /** Proteins are measured in grams, even if the name contains one of the other substances. */
  private static final Pattern PROTEINS = words("protein|globulin|albumin|h[ae]+moglobin");

  private static final Pattern NOTHING = words("(?!)");
  private static final Pattern FREE = words("free|ft4|ft3");
  private static final Pattern ENZYMES =
      words(
          "alt|ast|alp|ggt|gamma gt|sgot|sgpt|alkaline|aminotransferase|transferase|ldh"
              + "|dehydrogenase|ck|kinase|amylase|lipase");
  private static final Pattern HEMATOCRIT = words("haematocrit|hematocrit|pcv|packed");

  private MicroPrefixCorrection() {}

  private static Pattern words(String words) {
    return Pattern.compile("(?<![a-z0-9])(?:" + words + ")(?![a-z0-9])");
  }

  /** Returns empty if the units need no correction. */
  static Optional<UnitCorrection> correct(TextRun name, TextRun units) {
    if (units.confidence() >= 1 || units.words().size() != 1) {
      return Optional.empty();
    }
    String of = TextPatterns.lower(name.text());
    String text = units.text();
    return switch (text) {
      case "pmol/L", "pmol/l" -> correctPrefix(units, of, MICROMOLES, PICOMOLES);
      case "pg/dL", "pg/dl" ->
          FREE.matcher(of).find()
              ? Optional.of(new UnitCorrection(units, DOUBTFUL_CONFIDENCE))
              : correctPrefix(units, of, MICROGRAMS_PER_DECILITER, FREE);
      case "pg/mL", "pg/ml" -> correctPrefix(units, of, MICROGRAMS, PICOGRAMS);
      case "mol/L", "mol/l" -> restoreLostPrefix(units, of, MICROMOLES);
      case "pg/L" -> correctPrefix(units, of, MICROGRAMS_PER_LITER, NOTHING);
      case "g/L" ->
          MICROGRAMS_PER_LITER.matcher(of).find()
              ? Optional.of(new UnitCorrection(units, DOUBTFUL_CONFIDENCE))
              : Optional.empty();
      case "g/dL", "g/dl" ->
          METALS.matcher(of).find() && !PROTEINS.matcher(of).find()
              ? Optional.of(new UnitCorrection(with(units, "µ" + text), 1))
              : Optional.empty();
      case "pmol/d" -> Optional.of(new UnitCorrection(units, DOUBTFUL_CONFIDENCE));
      case "U/L", "IU/L" ->
          HEMATOCRIT.matcher(of).find() ? restoreSlash(units, of) : Optional.empty();
      case "UL", "ul", "I/L", "l/L", "LL", "1/L", "L/l", "uL" -> restoreSlash(units, of);
      default -> Optional.empty();
    };
  }

  private static Optional<UnitCorrection> correctPrefix(
      TextRun units, String name, Pattern micro, Pattern pico) {
    boolean small = pico.matcher(name).find();
    if (micro.matcher(name).find() && !small) {
      return Optional.of(new UnitCorrection(with(units, "µ" + units.text().substring(1)), 1));
    }
    return small ? Optional.empty() : Optional.of(new UnitCorrection(units, DOUBTFUL_CONFIDENCE));
  }

  /** Whole moles are never used, so the lost character is a µ. */
  private static Optional<UnitCorrection> restoreLostPrefix(
      TextRun units, String name, Pattern micro) {
    return Optional.of(
        micro.matcher(name).find()
            ? new UnitCorrection(with(units, "µ" + units.text()), 1)
            : new UnitCorrection(units, DOUBTFUL_CONFIDENCE));
  }

  private static Optional<UnitCorrection> restoreSlash(TextRun units, String name) {
    if (HEMATOCRIT.matcher(name).find()) {
      return Optional.of(new UnitCorrection(with(units, "L/L"), 1));
    }
    boolean enzyme = ENZYMES.matcher(name).find() && units.text().equals("UL");
    return Optional.of(
        enzyme
            ? new UnitCorrection(with(units, "U/L"), 1)
            : new UnitCorrection(units, DOUBTFUL_CONFIDENCE));
  }

  private static TextRun with(TextRun units, String text) {
    Word w = units.words().getFirst();
    return TextRun.of(
        units.page(),
        List.of(new Word(text, w.box(), Math.min(CORRECTED_CONFIDENCE, w.confidence()), w.bold())));
  }
}
