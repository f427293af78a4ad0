package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import java.util.ArrayList;
import java.util.List;

/**
 * Insurance data sent with an order, syntactically valid: {@code payor_code}, {@code member_id},
 * {@code relationship}, {@code responsible} (the guarantor, or null), {@code diagnosis_codes},
 * {@code papers} (images of the card, notes). Personal data: never log it.
 */
public record InlineInsurance(JsonNode body) {
  /** Field that is stored with an insurance and never returned. */
  static final String ATTACHMENTS_FIELD = "papers";

  /** Diagnosis codes; empty when there are none. */
  public List<String> diagnosisCodes() {
    List<String> out = new ArrayList<>();
    body.path("diagnosis_codes").forEach(c -> out.add(c.asText()));
    return out;
  }

  String payorCode() {
    return body.get("payor_code").textValue();
  }

  /** Fails with 400 unless it names the payor and the member ID. */
  void requireComplete() {
    if (body.get("payor_code").isNull() || body.get("member_id").isNull()) {
      throw ServiceException.badRequest("health_insurance needs payor_code and insurance_id");
    }
  }

  /**
   * Converts the data to a stored insurance of the user.
   *
   * @param patient the order's patient
   * @param address the order's address
   */
  ObjectNode toDocument(JsonNode patient, JsonNode address) {
    JsonNode responsible = body.get("responsible");
    ObjectNode out = Json.object();
    out.set("member_id", body.get("member_id"));
    out.putNull("group_id");
    out.set("relationship", body.get("relationship"));
    out.set(
        "insured",
        body.get("relationship").asText().equals("Self")
            ? insuredPatient(patient, address)
            : insuredOther(responsible));
    out.set("guarantor", responsible.isNull() ? null : guarantor(responsible));
    out.set(ATTACHMENTS_FIELD, body.get(ATTACHMENTS_FIELD));
    return out;
  }

  private static ObjectNode insuredPatient(JsonNode patient, JsonNode address) {
    ObjectNode out = copyNames(patient);
    out.set("gender", patient.get("gender"));
    out.set("address", copyAddress(address));
    out.set("dob", patient.get("dob"));
    out.set("email", patient.get("email"));
    out.set("phone_number", patient.get("phone_number"));
    return out;
  }

  /** Insured person other than the patient. Requests carry no further data about this person. */
  private static ObjectNode insuredOther(JsonNode responsible) {
    ObjectNode out = copyNames(responsible).put("gender", "unknown");
    out.set("address", copyAddress(responsible.get("address")));
    out.putNull("dob").putNull("email");
    out.set("phone_number", responsible.get("phone_number"));
    return out;
  }

  private static ObjectNode guarantor(JsonNode responsible) {
    ObjectNode out = copyNames(responsible);
    out.set("address", copyAddress(responsible.get("address")));
    out.set("phone_number", responsible.get("phone_number"));
    return out.putNull("household_income").putNull("household_size").putNull("email");
  }

  private static ObjectNode copyNames(JsonNode person) {
    ObjectNode out = Json.object();
    out.set("first_name", person.get("first_name"));
    out.set("last_name", person.get("last_name"));
    return out;
  }

  private static ObjectNode copyAddress(JsonNode a) {
    ObjectNode out = Json.object();
    for (String name :
        List.of("first_line", "second_line", "country", "zip", "city", "state", "access_notes")) {
      out.set(name, a.get(name));
    }
    return out;
  }

  @Override
  public String toString() {
    return "InlineInsurance[***]";
  }
}
