package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.fhir.Code;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.fhir.FhirJson;
import io.tributary.lab.state.LowStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** Builders for elements that resources share. They never write empty or null elements. */
final class FhirElements {
  private FhirElements() {}

  /** Starts a resource with its common elements. */
  static ObjectNode newResource(
      FhirBaseUrl urls, LabType type, String id, OrderRecord d, Instant updated) {
    ObjectNode out = Json.object().put("resourceType", type.fhirName()).put("id", id);
    out.putObject("meta")
        .put("lastUpdated", FhirJson.time(updated, null))
        .put("source", urls.lab(d.lab().slug()));
    return out;
  }

  /** Writes a text unless it is null or blank. */
  static void putText(ObjectNode out, String field, String text) {
    if (text != null && !FhirJson.clean(text).isEmpty()) {
      out.put(field, FhirJson.clean(text));
    }
  }

  static void putTime(ObjectNode out, String field, Optional<Instant> at) {
    at.ifPresent(t -> out.put(field, FhirJson.time(t, null)));
  }

  /** Parses a time of a report; empty when it has none. */
  static Optional<Instant> parseInstant(JsonNode text) {
    return Times.parseInstant(text.textValue());
  }

  static void putReference(ObjectNode out, LabType type, String id) {
    out.put("reference", type.fhirName() + "/" + id);
  }

  static void putSubject(ObjectNode out, UUID user) {
    out.putObject("subject").put("reference", "Patient/" + user);
  }

  /** Writes a list with one reference that has a display name only. */
  static void displayReference(ObjectNode out, String field, String type, String name) {
    if (name != null && !name.isBlank()) {
      ObjectNode one = out.putArray(field).addObject().put("type", type);
      putText(one, "display", name);
    }
  }

  static ObjectNode coding(ObjectNode out, Code code, String display) {
    out.put("system", code.system()).put("code", code.code());
    putText(out, "display", display);
    return out;
  }

  static void addNote(ObjectNode out, String note) {
    if (note != null && !FhirJson.clean(note).isEmpty()) {
      putText(out.putArray("note").addObject(), "text", note);
    }
  }

  static void addIdentifier(ObjectNode out, String system, String value) {
    out.put("system", system).put("value", FhirJson.clean(value));
  }

  /** Creates a code; FHIR codes must not have leading, trailing or repeated spaces. */
  static Optional<Code> codeIfValid(String system, String code) {
    return code == null || !code.matches("[^\\s]+(\\s[^\\s]+)*")
        ? Optional.empty()
        : Optional.of(new Code(system, code));
  }

  static String requestId(UUID order, int marker) {
    return order + "-" + marker;
  }

  static String specimenId(UUID order, String sample) {
    return order + "-" + shortHash(sample);
  }

  /** Hash of a text for use in a resource ID. */
  static String shortHash(String text) {
    return HexFormat.of().formatHex(Encryption.sha256(text), 0, 6);
  }

  /** References the ServiceRequests of these markers, as far as they were ordered. */
  static void putBasedOn(ObjectNode out, OrderRecord d, Collection<Integer> markers) {
    d.markers().stream()
        .filter(m -> markers.contains(m.id()))
        .forEach(
            m ->
                putReference(
                    out.withArray("basedOn").addObject(),
                    LabType.SERVICE_REQUEST,
                    requestId(d.id(), m.id())));
  }

  /** ServiceRequest status for an order status. */
  static String requestStatus(LowStatus low) {
    return switch (low) {
      case ORDERED,
          REQUISITION_CREATED,
          REQUISITION_BYPASSED,
          AWAITING_REGISTRATION,
          REGISTERED,
          APPOINTMENT_PENDING,
          APPOINTMENT_SCHEDULED,
          APPOINTMENT_CANCELLED,
          DRAW_COMPLETED,
          TRANSIT_CUSTOMER,
          PROBLEM_IN_TRANSIT_CUSTOMER,
          OUT_FOR_DELIVERY,
          WITH_CUSTOMER,
          TRANSIT_LAB,
          PROBLEM_IN_TRANSIT_LAB,
          DELIVERED_TO_LAB,
          PARTIAL_RESULTS ->
          "active";
      case LAB_PROCESSING_BLOCKED -> "on-hold";
      case COMPLETED, CORRECTED -> "completed";
      // After some of these states another order continues the work.
      case REDRAW_AVAILABLE,
          SAMPLE_ERROR,
          FAILURE_TO_DELIVER_TO_CUSTOMER,
          FAILURE_TO_DELIVER_TO_LAB,
          LOST,
          CANCELLED,
          DO_NOT_PROCESS ->
          "revoked";
    };
  }
}
