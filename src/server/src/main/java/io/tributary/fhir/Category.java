package io.tributary.fhir;

/** HL7 observation categories in use. */
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

  /** Returns the HL7 code. */
  public String code() {
    return code;
  }

  /** Returns the display text. */
  public String display() {
    return display;
  }
}
