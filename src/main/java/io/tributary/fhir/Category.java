package io.tributary.fhir;

/** HL7's categories of observations, as far as they are used. */
enum Category {
  VITAL_SIGNS("vital-signs", "Vital Signs"),
  LABORATORY("laboratory", "Laboratory"),
  ACTIVITY("activity", "Activity"),
  EXAM("exam", "Exam"),
  THERAPY("therapy", "Therapy"),
  SOCIAL_HISTORY("social-history", "Social History"),
  SURVEY("survey", "Survey");

  static final String SYSTEM = "http://terminology.hl7.org/CodeSystem/observation-category";

  private final String code;
  private final String display;

  Category(String code, String display) {
    this.code = code;
    this.display = display;
  }

  String code() {
    return code;
  }

  String display() {
    return display;
  }
}
