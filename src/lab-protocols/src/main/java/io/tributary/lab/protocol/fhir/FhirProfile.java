package io.tributary.lab.protocol.fhir;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/**
 * FHIR settings of one laboratory.
 *
 * @param system URL prefix of our identifier systems, without a trailing slash
 * @param codeSystem system of the laboratory's own codes; empty if it names none
 * @param laboratoryId identifier of the laboratory in orders
 * @param production false marks messages as test data
 * @param zone zone of times without an offset
 * @param flags laboratory-specific meanings of interpretation codes that override the default table
 */
public record FhirProfile(
    String system,
    String codeSystem,
    String laboratoryId,
    boolean production,
    ZoneId zone,
    Map<String, Interpretation> flags) {
  public FhirProfile {
    Objects.requireNonNull(zone);
    flags = Map.copyOf(flags);
  }

  /** Returns the profile that fits most laboratories. */
  public static FhirProfile defaults(String system, String laboratory) {
    return new FhirProfile(system, "", laboratory, true, ZoneOffset.UTC, Map.of());
  }

  /** Returns the identifier system of our patient IDs. */
  String patientSystem() {
    return system + "/patient";
  }

  /** Returns the identifier system of our account numbers at laboratories. */
  String accountSystem() {
    return system + "/account";
  }

  /** Returns the identifier system of our test numbers within orders. */
  String testSystem() {
    return system + "/test";
  }

  /** Returns the identifier system of our order numbers. */
  String requisitionSystem() {
    return system + "/requisition";
  }

  /** Returns the identifier system of coverages; the value is the order number. */
  String coverageSystem() {
    return system + "/coverage";
  }

  /** Returns the identifier system of questionnaire responses; the value is the test number. */
  String answerSystem() {
    return system + "/answers";
  }

  /**
   * Returns the identifier system of samples that were collected before the laboratory received
   * them.
   */
  String specimenSystem() {
    return system + "/specimen";
  }

  String payorSystem() {
    return system + "/payor";
  }

  String laboratorySystem() {
    return system + "/laboratory";
  }

  /** Returns the identifier system of our messages. */
  String messageSystem() {
    return system + "/message";
  }
}
