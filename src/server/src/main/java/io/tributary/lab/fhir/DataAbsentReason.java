package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.lab.result.FailureType;
import java.util.Arrays;

/** Maps the reason for a missing result to a FHIR data-absent-reason. */
final class DataAbsentReason {
  private static final String REASONS = "http://terminology.hl7.org/CodeSystem/data-absent-reason";

  private DataAbsentReason() {}

  static void write(ObjectNode out, JsonNode missing) {
    String failure = missing.path("inferred_failure_type").asText();
    ObjectNode reason = out.putObject("dataAbsentReason");
    ObjectNode coding = reason.putArray("coding").addObject();
    switch (type(failure)) {
      case QUANTITY_NOT_SUFFICIENT_FAILURE,
          INSUFFICIENT_VOLUME,
          COLLECTION_PROCESS_FAILURE,
          DROP_OFF_FAILURE,
          PATIENT_CONDITION_FAILURE,
          NON_FAILURE,
          MISSING_RESULT_CALC_FAILURE,
          MISSING_DEMO_AOE_CALC_FAILURE ->
          FhirElements.coding(coding, new Code(REASONS, "not-performed"), "Not Performed");
      case INTERNAL_LAB_FAILURE, ORDER_ENTRY_FAILURE ->
          FhirElements.coding(coding, new Code(REASONS, "error"), "Error");
      case UNKNOWN_FAILURE -> FhirElements.coding(coding, new Code(REASONS, "unknown"), "Unknown");
    }
    FhirElements.putText(reason, "text", failure);
    FhirElements.addNote(out, missing.path("note").textValue());
  }

  private static FailureType type(String text) {
    return Arrays.stream(FailureType.values())
        .filter(t -> t.wireName().equals(text))
        .findFirst()
        .orElse(FailureType.UNKNOWN_FAILURE);
  }
}
