package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.UUID;

/**
 * An insurance of a user, as it was given; later insurances do not change it.
 *
 * @param document member_id, group_id, relationship, insured, guarantor in wire form: personal data
 */
public record Insurance(
    UUID id,
    boolean primary,
    String payorCode,
    String payorName,
    JsonNode payorAddress,
    JsonNode document) {

  public ObjectNode json() {
    ObjectNode out = Json.object().put("payor_code", payorCode);
    out.setAll((ObjectNode) document);
    out.remove(InlineInsurance.ATTACHMENTS_FIELD);
    out.put("is_primary", primary);
    out.putObject("company").put("name", payorName).set("address", payorAddress);
    return out;
  }

  @Override
  public String toString() {
    return "Insurance[id=" + id + "]";
  }
}
