package io.tributary.report.loinc;

import java.util.Locale;
import java.util.regex.Pattern;

/** Specimen type, as far as LOINC codes distinguish it. */
public enum Specimen {
  SERUM,
  WHOLE_BLOOD,
  ARTERIAL,
  CAPILLARY,
  RED_CELLS,
  URINE,
  URINE_24H,
  STOOL,
  SALIVA,
  OTHER,
  NONE;

  private static final Pattern TWENTY_FOUR_HOURS =
      Pattern.compile("\\b24 ?-?h|\\b24 ?-?hour|\\b24h");
  private static final Pattern URINE_WORDS =
      Pattern.compile(
          "\\burin|\\bu/?a\\b|dip ?stick|\\bmsu\\b|\\bcsu\\b|\\burate? micro|\\bmid ?stream");
  private static final Pattern STOOL_WORDS = Pattern.compile("\\bstool|f(a)?ecal|f(a)?eces\\b");
  private static final Pattern SALIVA_WORDS = Pattern.compile("\\bsaliva");
  private static final Pattern CAPILLARY_WORDS = Pattern.compile("capillary|finger|glucometer");
  private static final Pattern ARTERIAL_WORDS = Pattern.compile("arterial|\\babg\\b");
  private static final Pattern RED_CELL_WORDS =
      Pattern.compile("red cells|erythrocyte lysate|packed cells");
  private static final Pattern WHOLE_BLOOD_WORDS =
      Pattern.compile("whole ?blood|\\bedta\\b|\\bwb\\b");
  private static final Pattern SERUM_WORDS =
      Pattern.compile("\\bserum\\b|plasma|\\bsst\\b|citrate|fluoride|heparin|\\bblood\\b");
  private static final Pattern OTHER_WORDS =
      Pattern.compile("swab|\\bcsf\\b|cerebrospinal|sputum|fluid|semen|tissue|sweat|\\bhair\\b");

  /** Recognizes a specimen in a heading, column or remark. */
  public static Specimen parse(String text) {
    String t = text.toLowerCase(Locale.ROOT);
    if (URINE_WORDS.matcher(t).find()) {
      return TWENTY_FOUR_HOURS.matcher(t).find() ? URINE_24H : URINE;
    }
    if (OTHER_WORDS.matcher(t).find()) {
      return OTHER;
    }
    if (STOOL_WORDS.matcher(t).find()) {
      return STOOL;
    }
    if (SALIVA_WORDS.matcher(t).find()) {
      return SALIVA;
    }
    if (CAPILLARY_WORDS.matcher(t).find()) {
      return CAPILLARY;
    }
    if (ARTERIAL_WORDS.matcher(t).find()) {
      return ARTERIAL;
    }
    if (RED_CELL_WORDS.matcher(t).find()) {
      return RED_CELLS;
    }
    if (WHOLE_BLOOD_WORDS.matcher(t).find()) {
      return WHOLE_BLOOD;
    }
    return SERUM_WORDS.matcher(t).find() ? SERUM : NONE;
  }

  /** Maps a LOINC system abbreviation. */
  static Specimen fromLoincSystem(String loinc) {
    return switch (loinc) {
      case "Ser/Plas", "Ser", "Plas", "PPP", "Ser/Plas/Bld", "Ser+Plas" -> SERUM;
      case "Bld", "BldV", "Bld.dot", "WBC" -> WHOLE_BLOOD;
      case "BldA" -> ARTERIAL;
      case "BldC" -> CAPILLARY;
      case "RBC" -> RED_CELLS;
      case "Urine", "Urine sed" -> URINE;
      case "Urine 24h", "Urine+Ser/Plas" -> URINE_24H;
      case "Stool" -> STOOL;
      case "Saliva" -> SALIVA;
      default -> OTHER;
    };
  }

  /** Returns true for blood and its components. */
  public boolean isBlood() {
    return this == SERUM
        || this == WHOLE_BLOOD
        || this == ARTERIAL
        || this == CAPILLARY
        || this == RED_CELLS;
  }

  private boolean isUrine() {
    return this == URINE || this == URINE_24H;
  }

  /**
   * Returns the score factor of a term with specimen {@code term} for a test printed with this
   * specimen, from 0 to 1.
   *
   * @param otherwise whether codes for blood exist with the same name
   */
  double score(Specimen term, boolean otherwise) {
    if (this == term) {
      return 1;
    }
    if (this == NONE) {
      return scoreIfUnknown(term, otherwise);
    }
    if (isUrine() && term.isUrine()) {
      return this == URINE_24H ? 0.85 : 0.7;
    }
    if (isBlood() && term.isBlood()) {
      return scoreInBlood(term);
    }
    return term == OTHER ? 0.8 : this == OTHER ? 0.45 : 0.3;
  }

  private static double scoreIfUnknown(Specimen term, boolean otherwise) {
    return switch (term) {
      case SERUM, WHOLE_BLOOD, RED_CELLS -> 1;
      case ARTERIAL, CAPILLARY -> 0.85;
      case URINE, URINE_24H, STOOL, SALIVA, OTHER, NONE -> otherwise ? 0.55 : 0.96;
    };
  }

  private double scoreInBlood(Specimen term) {
    if (this == ARTERIAL) {
      return term == WHOLE_BLOOD ? 0.88 : 0.75;
    }
    if (term == ARTERIAL || term == CAPILLARY) {
      return 0.75;
    }
    // Reports print "serum" above blood counts and "whole blood" for tubes, so blood types differ
    // little.
    return this == SERUM && term == WHOLE_BLOOD ? 0.95 : 0.96;
  }
}
