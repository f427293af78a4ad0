package io.tributary.fhir;

/**
 * LOINC codes that are sent.
 *
 * <p>A code is listed only if it describes exactly what was measured: an average over a night is
 * not a heart rate, RMSSD is not a standard deviation, and a distance was not necessarily walked.
 * Everything else has only the service's own code.
 */
final class Loinc {
  private Loinc() {}

  // Vital signs, as named by the FHIR R4 profiles.
  static final Coding BLOOD_PRESSURE =
      Coding.loinc("85354-9", "Blood pressure panel with all children optional");
  static final Coding SYSTOLIC = Coding.loinc("8480-6", "Systolic blood pressure");
  static final Coding DIASTOLIC = Coding.loinc("8462-4", "Diastolic blood pressure");
  static final Coding HEART_RATE = Coding.loinc("8867-4", "Heart rate");
  static final Coding RESPIRATORY_RATE = Coding.loinc("9279-1", "Respiratory rate");
  static final Coding BODY_TEMPERATURE = Coding.loinc("8310-5", "Body temperature");
  static final Coding BODY_WEIGHT = Coding.loinc("29463-7", "Body weight");
  static final Coding BODY_MASS_INDEX = Coding.loinc("39156-5", "Body mass index (BMI) [Ratio]");
  static final Coding OXYGEN_SATURATION =
      Coding.loinc("2708-6", "Oxygen saturation in Arterial blood");
  static final Coding OXYGEN_SATURATION_BY_PULSE =
      Coding.loinc("59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry");

  // Laboratory.
  static final Coding GLUCOSE_BLOOD = Coding.loinc("15074-8", "Glucose [Moles/volume] in Blood");
  static final Coding GLUCOSE_FLUID =
      Coding.loinc("14745-4", "Glucose [Moles/volume] in Body fluid");
  static final Coding CHOLESTEROL =
      Coding.loinc("14647-2", "Cholesterol [Moles/volume] in Serum or Plasma");
  static final Coding HDL =
      Coding.loinc("14646-4", "Cholesterol in HDL [Moles/volume] in Serum or Plasma");
  static final Coding LDL =
      Coding.loinc("22748-8", "Cholesterol in LDL [Moles/volume] in Serum or Plasma");
  static final Coding TRIGLYCERIDES =
      Coding.loinc("14927-8", "Triglyceride [Moles/volume] in Serum or Plasma");
}
