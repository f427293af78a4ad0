package io.tributary.tools.corpus;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Remarks between rows that contain numbers which are not results. */
final class RemarkRows {
  private static final List<String> ALL =
      List.of(
          "Verified by repeat analysis.",
          "Please note change of reference interval from 01/03/2024.",
          "Values above 100 may need follow up within 14 days.",
          "Sample slightly haemolysed; the result may be raised by up to 5 %.",
          "According to the ADA 2023 a value of 126 mg/dL or more on 2 occasions is diagnostic.",
          "This test was done by a method with a detection limit of 0.05.");

  private static final List<String> SUGARS =
      List.of(
          "Interpretation as per ADA guidelines:",
          "HbA1c (%) | Status | Advice",
          "Below 5.7 | Non diabetic | Repeat after 1 year",
          "5.7 - 6.4 | Prediabetes | Repeat after 6 months",
          "6.5 and above | Diabetes | See a physician");
  private static final List<String> FATS =
      List.of(
          "Risk category | LDL goal | Non-HDL goal",
          "Very high | < 70 | < 100",
          "High | < 100 | < 130",
          "Moderate | < 130 | < 160",
          "Specimen should be taken after 10 to 12 hours of fasting.");
  private static final List<String> KIDNEY =
      List.of("eGFR stages: G1 90 or more; G2 60-89; G3a 45-59; G3b 30-44; G4 15-29; G5 below 15.");
  private static final Map<String, List<String>> BELOW =
      Map.of(
          "DIAB", SUGARS,
          "LIPID", FATS,
          "CMP", KIDNEY,
          "RFT", KIDNEY,
          "BMP", KIDNEY,
          "THY",
              List.of(
                  "In pregnancy: 1st trimester 0.1 - 2.5; 2nd trimester 0.2 - 3.0; 3rd trimester"
                      + " 0.3 - 3.0 mIU/L.",
                  "TSH varies by up to 50 % within a day; it is lowest at 2 to 4 pm."),
          "VIT", List.of("Vitamin D below 20 ng/mL is taken as deficiency by the 2011 guideline."),
          "CBCI", List.of("Cell counts were verified on a stained film of 200 cells."),
          "ALLERGY",
              List.of(
                  "Class | kU/L | Level",
                  "0 | < 0.35 | Absent",
                  "1 | 0.35 - 0.69 | Low",
                  "2 | 0.70 - 3.49 | Moderate",
                  "3 | 3.50 - 17.49 | High"));

  private RemarkRows() {}

  /** Returns the explanations below a panel. */
  static List<String> below(String panel) {
    return BELOW.getOrDefault(panel, List.of());
  }

  static String one(Random random, String drawn) {
    return random.nextInt(6) == 0
        ? "Specimen: " + drawn + ", received at 4 °C."
        : ALL.get(random.nextInt(ALL.size()));
  }
}
