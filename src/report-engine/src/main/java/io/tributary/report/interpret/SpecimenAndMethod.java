package io.tributary.report.interpret;

import io.tributary.report.loinc.Specimen;
import io.tributary.report.loinc.UcumUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Derives specimen type, measurement kind and sensitivity from the texts of a row. */
final class SpecimenAndMethod {
  private static final Pattern RATIO =
      Pattern.compile(
          "\\bratio\\b|\\b(a|alb\\w*)\\s*[/:]\\s*(g|glob\\w*)\\b|\\bchol\\w*\\s*/\\s*hdl|\\bldl\\s*/\\s*hdl|\\bbun\\s*/\\s*cr|\\bu?acr\\b");
  private static final Pattern CALCULATED =
      Pattern.compile(
          "\\bcalc\\b|\\bcalc\\.|calculat|\\bcalcd\\b|\\bcal\\b|estimated|\\bestim\\b|\\be-?gfr|\\be-?ag\\b|friedewald|computed|derived|ckd-epi|mdrd|\\bvldl\\b|\\bnon[-"
              + " ]?hdl|anion gap|^globulin|\\b(adjusted|corrected)"
              + " calcium|calcium.*\\b(adjusted|corrected)|\\bindirect"
              + " bilirubin|bilirubin.*\\b(indirect|unconjugated)|cockcroft");
  private static final Pattern DIRECT = Pattern.compile("\\bdirect(ly)?\\b|\\bmeasured\\b");
  private static final Pattern SENSITIVE =
      Pattern.compile(
          "\\bhs\\b|\\bhs-?(?=crp|tn|trop)|high(ly)?[- ]?sens|ultra[-"
              + " ]?sens|\\bsensitive\\b|\\bus-?(?=crp|tsh)|\\bcardio[- ]?crp|cardiac crp");
  private static final Pattern INSENSITIVE = Pattern.compile("\\binsensitive\\b|non[- ]?sensitive");

  private SpecimenAndMethod() {}

  static MeasurementKind measurementKind(String name, String units, String method) {
    String all = lower(name + " | " + units + " | " + method);
    String named = lower(name);
    if (RATIO.matcher(named).find() || lower(units).strip().equals("ratio")) {
      return MeasurementKind.RATIO;
    }
    if (CALCULATED.matcher(all).find() || CALCULATED.matcher(named).find()) {
      return MeasurementKind.CALCULATED;
    }
    boolean direct = DIRECT.matcher(lower(name + " " + method)).find();
    return direct && !named.contains("bili") && !named.contains("coombs")
        ? MeasurementKind.DIRECT
        : MeasurementKind.UNKNOWN;
  }

  static Sensitivity sensitivity(String name, String method) {
    String all = lower(name + " | " + method);
    if (INSENSITIVE.matcher(all).find()) {
      return Sensitivity.INSENSITIVE;
    }
    return SENSITIVE.matcher(all).find() ? Sensitivity.SENSITIVE : Sensitivity.UNKNOWN;
  }

  /**
   * @param coded specimen of the row's LOINC code, if that code is certain
   */
  static SampleType sampleType(
      String specimen,
      String name,
      String panel,
      Optional<UcumUnit> unit,
      Optional<Specimen> coded) {
    Specimen said = Specimen.parse(specimen);
    Specimen above = Specimen.parse(panel);
    Specimen named = Specimen.parse(name);
    Specimen found =
        said != Specimen.NONE
            ? said
            : named != Specimen.NONE && !named.isBlood() || above == Specimen.NONE ? named : above;
    if (found == Specimen.NONE
        && unit.filter(u -> u.kind().equals(UcumUnit.PER_FIELD)).isPresent()) {
      found = Specimen.URINE;
    }
    return toSampleType(found == Specimen.NONE ? coded.orElse(Specimen.NONE) : found);
  }

  private static SampleType toSampleType(Specimen s) {
    return switch (s) {
      case SERUM, WHOLE_BLOOD, ARTERIAL, RED_CELLS -> SampleType.SERUM_PLASMA_BLOOD;
      case CAPILLARY -> SampleType.CAPILLARY_BLOOD;
      case URINE, URINE_24H -> SampleType.URINE;
      case STOOL -> SampleType.STOOL;
      case SALIVA -> SampleType.SALIVA;
      case OTHER -> SampleType.OTHER;
      case NONE -> SampleType.UNKNOWN;
    };
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
