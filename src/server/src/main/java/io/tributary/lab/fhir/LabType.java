package io.tributary.lab.fhir;

import java.util.List;

/** The resources that orders become. */
enum LabType {
  SERVICE_REQUEST(
      "ServiceRequest", "http://hl7.org/fhir/request-status", "authored", List.of("code")),
  DIAGNOSTIC_REPORT(
      "DiagnosticReport",
      "http://hl7.org/fhir/diagnostic-report-status",
      "date",
      List.of("code", "category", "based-on")),
  SPECIMEN("Specimen", "http://hl7.org/fhir/specimen-status", "collected", List.of()),
  OBSERVATION("Observation", "http://hl7.org/fhir/observation-status", "date", List.of());

  private final String fhir;
  private final String statuses;
  private final String date;
  private final List<String> parameters;

  LabType(String fhir, String statuses, String date, List<String> parameters) {
    this.fhir = fhir;
    this.statuses = statuses;
    this.date = date;
    this.parameters = parameters;
  }

  /** As FHIR names it. */
  String fhir() {
    return fhir;
  }

  /** The system of what its status may be. */
  String statuses() {
    return statuses;
  }

  /** The parameter that asks for a time. */
  String date() {
    return date;
  }

  /** What else a search may ask for, beside status. */
  List<String> parameters() {
    return parameters;
  }
}
