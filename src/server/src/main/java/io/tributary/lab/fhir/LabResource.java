package io.tributary.lab.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.fhir.BundleEntry;
import io.tributary.fhir.Code;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A FHIR resource with the values that searches compare.
 *
 * @param codes codes of the subject matter
 * @param at time of the request, or of the sample collection
 */
record LabResource(
    LabType type,
    String id,
    Collection<Code> codes,
    String status,
    Optional<Instant> at,
    ObjectNode json) {
  LabResource {
    codes = List.copyOf(codes);
  }

  Code statusCode() {
    return new Code(type.statusSystem(), status);
  }

  BundleEntry entry(boolean included) {
    return new BundleEntry(type.fhirName(), id, included, this::write);
  }

  private void write(JsonGenerator out) throws IOException {
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      out.writeFieldName(field.getKey());
      Json.MAPPER.writeTree(out, field.getValue());
    }
  }
}
