package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.model.Resource;
import java.io.IOException;
import java.util.List;

/** What the FHIR side of the service tells of itself: its capabilities and its codes. */
final class Capability {
  /** When what is served last changed. */
  private static final String DATE = "2026-11-21";

  private Capability() {}

  /**
   * @param release of the software
   */
  static byte[] statement(Urls urls, String release) {
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "CapabilityStatement");
          out.writeStringField("status", "active");
          out.writeStringField("date", DATE);
          out.writeStringField("kind", "instance");
          out.writeObjectFieldStart("software");
          out.writeStringField("name", "Tributary");
          out.writeStringField("version", release);
          out.writeEndObject();
          out.writeObjectFieldStart("implementation");
          out.writeStringField("description", "Observations of users, read only");
          out.writeStringField("url", urls.base());
          out.writeEndObject();
          out.writeStringField("fhirVersion", "4.0.1");
          out.writeArrayFieldStart("format");
          out.writeString("json");
          out.writeEndArray();
          out.writeArrayFieldStart("rest");
          out.writeStartObject();
          out.writeStringField("mode", "server");
          out.writeObjectFieldStart("security");
          out.writeStringField(
              "description", "An API key in x-service-api-key, or a team's token as Bearer.");
          out.writeEndObject();
          out.writeArrayFieldStart("resource");
          resource(out, "CodeSystem", List.of("read"), List.of());
          resource(
              out,
              "Observation",
              List.of("read", "search-type"),
              List.of("patient", "subject", "date", "code", "category"));
          resource(out, "Patient", List.of("read"), List.of());
          out.writeEndArray();
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  private static void resource(
      JsonGenerator out, String type, List<String> interactions, List<String> parameters)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("type", type);
    out.writeArrayFieldStart("interaction");
    for (String interaction : interactions) {
      out.writeStartObject();
      out.writeStringField("code", interaction);
      out.writeEndObject();
    }
    out.writeEndArray();
    if (!parameters.isEmpty()) {
      out.writeArrayFieldStart("searchParam");
      for (String name : parameters) {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField(
            "type",
            switch (name) {
              case "patient", "subject" -> "reference";
              case "date" -> "date";
              default -> "token";
            });
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  /** Our own code system. */
  static byte[] codes(Urls urls, String release) {
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "CodeSystem");
          out.writeStringField("id", "resource");
          out.writeStringField("url", urls.codes());
          out.writeStringField("version", release);
          out.writeStringField("name", "TributaryResources");
          out.writeStringField("title", "What Tributary collects");
          out.writeStringField("status", "active");
          out.writeBooleanField("experimental", false);
          out.writeStringField("date", DATE);
          out.writeStringField("publisher", "The operator of this installation");
          out.writeStringField(
              "description",
              "Resources by their names in events, figures of summaries, and marks of readings.");
          out.writeBooleanField("caseSensitive", true);
          out.writeStringField("content", "complete");
          out.writeArrayFieldStart("concept");
          for (Resource r : Resource.values()) {
            concept(out, Coding.of(r));
          }
          for (Own own : Own.values()) {
            concept(out, own.coding());
          }
          out.writeEndArray();
        });
  }

  private static void concept(JsonGenerator out, Coding coding) throws IOException {
    out.writeStartObject();
    out.writeStringField("code", coding.code());
    out.writeStringField("display", coding.display());
    out.writeEndObject();
  }
}
