package io.tributary.lab.protocol.fhir;

/** URIs of public code and identifier systems. */
final class CodeSystems {
  static final String LOINC = "http://loinc.org";
  static final String NPI = "http://hl7.org/fhir/sid/us-npi";
  static final String ICD_10_CM = "http://hl7.org/fhir/sid/icd-10-cm";
  static final String CLIA = "urn:oid:2.16.840.1.113883.4.7";
  static final String RACE = "urn:oid:2.16.840.1.113883.6.238";
  static final String US_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/";

  private static final String TERMINOLOGY = "http://terminology.hl7.org/CodeSystem/";

  static final String IDENTIFIER_TYPE = TERMINOLOGY + "v2-0203";
  static final String SPECIMEN_TYPE = TERMINOLOGY + "v2-0487";
  static final String FASTING = TERMINOLOGY + "v2-0916";
  static final String RELATIONSHIP = TERMINOLOGY + "subscriber-relationship";
  static final String COVERAGE_CLASS = TERMINOLOGY + "coverage-class";
  static final String SELF_PAY = TERMINOLOGY + "coverage-selfpay";
  static final String ACT_REASON = TERMINOLOGY + "v3-ActReason";

  /** Security label of test data (v3-ActReason). */
  static final String TEST_DATA = "HTEST";

  private CodeSystems() {}
}
