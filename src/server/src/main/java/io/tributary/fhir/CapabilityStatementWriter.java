package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.model.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Writes the CapabilityStatement and the CodeSystem of the FHIR API. */
final class CapabilityStatementWriter {
  /** Date of the last change to the FHIR API. */
  private static final String DATE = "2026-11-22";

  private static final List<ResourceCapability> OWN =
      List.of(
          new ResourceCapability("CodeSystem", List.of("read"), List.of(), List.of()),
          new ResourceCapability(
              "Observation",
              List.of("read", "search-type"),
              List.of("patient", "subject", "date", "code", "category", "status", "_id"),
              List.of()),
          new ResourceCapability("Patient", List.of("read"), List.of(), List.of()));

  private CapabilityStatementWriter() {}

  /**
   * @param release software version
   * @param more capabilities of other features
   */
  static byte[] statement(FhirBaseUrl urls, String release, Collection<ResourceCapability> more) {
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
          out.writeStringField(
              "description", "Observations of users, laboratory orders and results, read only");
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
          for (ResourceCapability one : sorted(more)) {
            resource(out, one);
          }
          out.writeEndArray();
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  private static List<ResourceCapability> sorted(Collection<ResourceCapability> more) {
    List<ResourceCapability> out = new ArrayList<>(OWN);
    out.addAll(more);
    out.sort(Comparator.comparing(ResourceCapability::type));
    return out;
  }

  private static void resource(JsonGenerator out, ResourceCapability one) throws IOException {
    out.writeStartObject();
    out.writeStringField("type", one.type());
    out.writeArrayFieldStart("interaction");
    for (String interaction : one.interactions()) {
      out.writeStartObject();
      out.writeStringField("code", interaction);
      out.writeEndObject();
    }
    out.writeEndArray();
    if (!one.includes().isEmpty()) {
      out.writeArrayFieldStart("searchInclude");
      for (String include : one.includes()) {
        out.writeString(include);
      }
      out.writeEndArray();
    }
    if (!one.parameters().isEmpty()) {
      out.writeArrayFieldStart("searchParam");
      for (String name : one.parameters()) {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField(
            "type",
            switch (name) {
              case "patient", "subject", "based-on" -> "reference";
              case "date", "authored", "collected" -> "date";
              default -> "token";
            });
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  /** Writes the service's own code system. */
  static byte[] codeSystem(FhirBaseUrl urls, String release) {
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "CodeSystem");
          out.writeStringField("id", "resource");
          out.writeStringField("url", urls.codeSystem());
          out.writeStringField("version", release);
          out.writeStringField("name", "TributaryResources");
          out.writeStringField("title", "Tributary resources");
          out.writeStringField("status", "active");
          out.writeBooleanField("experimental", false);
          out.writeStringField("date", DATE);
          out.writeStringField("publisher", "The operator of this installation");
          out.writeStringField(
              "description",
              "Resource names as in events, summary fields, and annotations of samples.");
          out.writeBooleanField("caseSensitive", true);
          out.writeStringField("content", "complete");
          out.writeArrayFieldStart("concept");
          for (Resource r : Resource.values()) {
            concept(out, Coding.of(r));
          }
          for (TributaryCode own : TributaryCode.values()) {
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
