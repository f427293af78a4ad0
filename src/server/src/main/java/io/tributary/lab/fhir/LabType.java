package io.tributary.lab.fhir;

import java.util.List;

/** FHIR resource types that represent orders and results. */
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

  String fhir() {
    return fhir;
  }

  /** Code system of the status. */
  String statuses() {
    return statuses;
  }

  /** Search parameter for the date. */
  String date() {
    return date;
  }

  /** Further search parameters, in addition to status. */
  List<String> parameters() {
    return parameters;
  }
}
