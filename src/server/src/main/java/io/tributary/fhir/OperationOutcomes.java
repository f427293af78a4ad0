package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.http.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Converts error responses to OperationOutcome resources. */
final class OperationOutcomes {
  private OperationOutcomes() {}

  /** Returns the error with its status and headers, and its detail as an OperationOutcome. */
  static Response of(Response failure) {
    JsonNode detail =
        failure.body() instanceof ObjectNode body ? body.path("detail") : failureWithoutDetail();
    List<String> issues = new ArrayList<>();
    if (detail.isArray()) {
      detail.forEach(d -> issues.add(location(d.path("loc")) + d.path("msg").asText()));
    } else {
      issues.add(detail.asText("no detail"));
    }
    byte[] json =
        FhirJson.object(
            out -> {
              out.writeStringField("resourceType", "OperationOutcome");
              out.writeArrayFieldStart("issue");
              for (String issue : issues) {
                issue(out, failure.status(), issue);
              }
              out.writeEndArray();
            });
    return new Response(
        failure.status(), new Response.Raw(FhirJson.MEDIA_TYPE, json), failure.headers());
  }

  private static JsonNode failureWithoutDetail() {
    return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
  }

  private static String location(JsonNode loc) {
    return loc.isEmpty() ? "" : loc.get(loc.size() - 1).asText() + ": ";
  }

  private static void issue(JsonGenerator out, int status, String text) throws IOException {
    out.writeStartObject();
    out.writeStringField("severity", status == 500 ? "fatal" : "error");
    out.writeStringField("code", code(status));
    FhirJson.text(out, "diagnostics", text);
    out.writeEndObject();
  }

  /** Returns the HL7 issue type. */
  private static String code(int status) {
    return switch (status) {
      case 401 -> "login";
      case 403 -> "forbidden";
      case 404 -> "not-found";
      case 405 -> "not-supported";
      case 409 -> "conflict";
      case 413 -> "too-long";
      case 429 -> "throttled";
      case 503 -> "transient";
      case 500 -> "exception";
      default -> "invalid";
    };
  }
}
