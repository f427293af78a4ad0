package io.tributary.fhir;

/** HL7's categories of observations, as far as they are used. */
public enum Category {
  VITAL_SIGNS("vital-signs", "Vital Signs"),
  LABORATORY("laboratory", "Laboratory"),
  ACTIVITY("activity", "Activity"),
  EXAM("exam", "Exam"),
  THERAPY("therapy", "Therapy"),
  SOCIAL_HISTORY("social-history", "Social History"),
  SURVEY("survey", "Survey");

  public static final String SYSTEM = "http://terminology.hl7.org/CodeSystem/observation-category";

  private final String code;
  private final String display;

  Category(String code, String display) {
    this.code = code;
    this.display = display;
  }

  /** As HL7 writes it. */
  public String code() {
    return code;
  }

  /** For people. */
  public String display() {
    return display;
  }
}
