package io.tributary.lab.protocol.fhir;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/**
 * The dialect of one laboratory.
 *
 * @param system a URL below which our numbers are named, without a slash at the end
 * @param codes the system of the laboratory's own codes; empty where it names none
 * @param laboratory how the laboratory is named in orders
 * @param production else messages are marked as tests
 * @param zone of times that name none
 * @param flags what interpretations mean to this laboratory, where that differs from the table
 */
public record FhirProfile(
    String system,
    String codes,
    String laboratory,
    boolean production,
    ZoneId zone,
    Map<String, Interpretation> flags) {
  public FhirProfile {
    Objects.requireNonNull(zone);
    flags = Map.copyOf(flags);
  }

  /** What most laboratories take. */
  public static FhirProfile usual(String system, String laboratory) {
    return new FhirProfile(system, "", laboratory, true, ZoneOffset.UTC, Map.of());
  }

  /** Our numbers of patients. */
  String patients() {
    return system + "/patient";
  }

  /** Our numbers at laboratories. */
  String accounts() {
    return system + "/account";
  }

  /** Our numbers of tests in orders. */
  String tests() {
    return system + "/test";
  }

  /** Our numbers of orders. */
  String requisitions() {
    return system + "/requisition";
  }

  /** Who pays for an order, under the number of the order. */
  String covers() {
    return system + "/coverage";
  }

  /** Answers to the questions of a test, under the number of the test. */
  String answers() {
    return system + "/answers";
  }

  /** Samples that exist before the laboratory has them. */
  String samples() {
    return system + "/specimen";
  }

  String payors() {
    return system + "/payor";
  }

  String laboratories() {
    return system + "/laboratory";
  }

  /** Our messages. */
  String messages() {
    return system + "/message";
  }
}
