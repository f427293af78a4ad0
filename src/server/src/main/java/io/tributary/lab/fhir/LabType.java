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

  private final String fhirName;
  private final String statusSystem;
  private final String dateParameter;
  private final List<String> searchParameters;

  LabType(String fhir, String statuses, String date, List<String> parameters) {
    this.fhirName = fhir;
    this.statusSystem = statuses;
    this.dateParameter = date;
    this.searchParameters = parameters;
  }

  String fhirName() {
    return fhirName;
  }

  /** Code system of the status. */
  String statusSystem() {
    return statusSystem;
  }

  /** Search parameter for the date. */
  String dateParameter() {
    return dateParameter;
  }

  /** Further search parameters, in addition to status. */
  List<String> searchParameters() {
    return searchParameters;
  }
}
